import assert from 'node:assert/strict'
import type { Agent, DepartedAgent } from '@parley/core/storage'
import { agentMember, leaving } from './fixtures.js'
import { givenAvailable, givenThread } from './routing-fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const departed = (
  { read }: StorageContext,
  now: number,
  { after = null, limit = 100 }: { readonly after?: DepartedAgent | null; readonly limit?: number } = {},
) => read.routing.listDeparted(now, { after, limit })

const lock = (context: StorageContext, now: number) =>
  context.write((tx) => tx.routing.lockDeparted('agent', now))

const logOut = (context: StorageContext, now: number) =>
  context.write((tx) => tx.routing.logOut('agent', now))

const logIn = ({ write }: Pick<StorageContext, 'write'>, onlineUntil: Agent['onlineUntil']) =>
  write((tx) => tx.agents.logIn('agent', { routingStatus: 'keep', onlineUntil }))

export function departureCases(cases: StorageCases): void {
  cases.add('lists agents whose grace period is over, the earliest first', async (context) => {
    const times = { c: 3_000, b: 3_000, a: 4_000, later: 5_001, out: 0, here: 'forever' } as const
    for (const [id, onlineUntil] of Object.entries(times)) await givenAvailable(context, id, { onlineUntil })
    const licenseId = context.license.id
    const all = (['b', 'c', 'a'] as const).map((id) => ({ id, licenseId, onlineUntil: times[id] }))
    assert.deepEqual(await departed(context, 5_000), all)
    assert.deepEqual(await departed(context, 5_000, { limit: 2 }), all.slice(0, 2))
    assert.deepEqual(await departed(context, 2_999), [])
    for (const [index, after] of all.entries())
      assert.deepEqual(await departed(context, 5_000, { after }), all.slice(index + 1))
  })

  cases.add('locks only agents who have departed', async (context) => {
    assert.equal(await lock(context, 3_000), false)
    await givenAvailable(context, 'agent', { onlineUntil: 3_000 })
    assert.equal(await lock(context, 2_999), false)
    assert.equal(await lock(context, 3_000), true)
    await logOut(context, 3_000)
    assert.equal(await lock(context, 3_000), false)
    await logIn(context, 'forever')
    assert.equal(await lock(context, 3_000), false)
  })

  cases.add('logs out a departed agent once', async (context) => {
    await givenAvailable(context, 'agent', { onlineUntil: 3_000 })
    assert.equal(await logOut(context, 2_999), false)
    assert.equal(await logOut(context, 3_000), true)
    assert.equal((await context.read.agents.get('agent'))?.onlineUntil, 0)
    assert.equal(await logOut(context, 3_000), false)
    assert.deepEqual(await departed(context, 3_000), [])
  })

  cases.add('does not log out an agent who is back or unknown', async (context) => {
    assert.equal(await logOut(context, 3_000), false)
    await givenAvailable(context, 'agent')
    assert.equal(await logOut(context, 3_000), false)
    assert.equal((await context.read.agents.get('agent'))?.onlineUntil, 'forever')
  })

  cases.add('does not log out an agent with active chats', async (context) => {
    await givenAvailable(context, 'agent', { onlineUntil: 3_000 })
    await givenThread(context, 'chat', { agentIds: ['agent'], waits: false })
    await givenThread(context, 'waiting', { agentIds: ['agent'] })
    assert.equal(await logOut(context, 3_000), false)
    await context.write((tx) => tx.chats.removeMembers('chat', ['agent'], leaving({ waits: true })))
    assert.equal(await logOut(context, 3_000), true)
  })

  cases.addIf(
    'concurrentNodes',
    'sees a chat that another node assigned to the agent before',
    async (context) => {
      await givenAvailable(context, 'agent')
      await givenThread(context, 'chat')
      const other = await context.another()
      const given = other.transaction(async (tx) => {
        await tx.chats.lock('chat')
        const [agent] = await tx.routing.lockAvailable(context.license.id, ['agent'])
        if (agent !== undefined) await tx.chats.addMembers('chat', [agentMember], 2_000)
        return agent !== undefined
      })
      const out = (async () => {
        await logIn(context, 2_000)
        return await logOut(context, 3_000)
      })()
      const [isGiven, isOut] = await Promise.all([given, out])
      assert.equal(isGiven, !isOut)
    },
  )

  cases.addIf('concurrentNodes', 'lets no agent log in before the lock ends', async (context) => {
    await givenAvailable(context, 'agent', { onlineUntil: 2_000 })
    const other = await context.another()
    let login: Promise<unknown> = Promise.resolve()
    const out = await context.write(async (tx) => {
      const isLocked = await tx.routing.lockDeparted('agent', 3_000)
      login = logIn({ write: (work) => other.transaction(work) }, 'forever')
      return { isLocked, isOut: await tx.routing.logOut('agent', 3_000) }
    })
    await login
    assert.deepEqual(out, { isLocked: true, isOut: true })
    assert.equal((await context.read.agents.get('agent'))?.onlineUntil, 'forever')
  })

  cases.addIf(
    'concurrentNodes',
    'does not lock an agent whom another node logs in first',
    async (context) => {
      await givenAvailable(context, 'agent', { onlineUntil: 2_000 })
      const other = await context.another()
      let locking: Promise<boolean> = Promise.resolve(true)
      await context.write(async (tx) => {
        await tx.agents.logIn('agent', { routingStatus: 'keep', onlineUntil: 'forever' })
        locking = other.transaction((second) => second.routing.lockDeparted('agent', 3_000))
      })
      assert.equal(await locking, false)
    },
  )
}
