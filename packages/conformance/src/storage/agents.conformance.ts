import assert from 'node:assert/strict'
import type { AgentChanges } from '@parley/core/storage'
import { newAgent, newLicense } from './fixtures.js'
import type { StorageCases } from './suite.js'

export function agentCases(cases: StorageCases): void {
  storingCases(cases)
  duplicateCases(cases)
  changingCases(cases)
  listingCases(cases)
  presenceCases(cases)
}

function storingCases(cases: StorageCases): void {
  cases.add('answers every field as it was stored', async ({ read, write, license }) => {
    const plain = newAgent(license, 'plain', { email: null })
    const full = newAgent(license, 'full', {
      avatar: 'https://example.com/a.png',
      permission: 'administrator',
      groups: [
        { id: 0, priority: 'last' },
        { id: 4_294_967_295, priority: 'first' },
        { id: 7, priority: 'normal' },
      ],
      maxChatsCount: 25,
      ownerClientId: '0123456789abcdef0123456789abcdef',
      routingStatus: 'not_accepting_chats',
      onlineUntil: 1_767_225_600_123,
    })
    for (const agent of [plain, full]) {
      assert.equal(await write((tx) => tx.agents.insert(agent)), 'inserted')
      assert.deepEqual(await read.agents.get(agent.id), agent)
    }
  })

  cases.add('answers undefined for an unknown id', async ({ read }) => {
    assert.equal(await read.agents.get('nobody'), undefined)
  })
}

function duplicateCases(cases: StorageCases): void {
  cases.add('refuses an id that any license already uses, and writes nothing', async (context) => {
    const { read, write, license } = context
    const agent = newAgent(license, 'agent')
    await write((tx) => tx.agents.insert(agent))
    const other = await write((tx) => tx.licenses.insert(newLicense()))
    const second = newAgent(other, 'agent', { name: 'Second' })
    assert.equal(await write((tx) => tx.agents.insert(second)), 'duplicate')
    assert.deepEqual(await read.agents.get('agent'), agent)
  })

  cases.add('keeps working after a duplicate within one transaction', async ({ read, write, license }) => {
    await write((tx) => tx.agents.insert(newAgent(license, 'agent')))
    await write(async (tx) => {
      assert.equal(await tx.agents.insert(newAgent(license, 'agent')), 'duplicate')
      await tx.agents.insert(newAgent(license, 'other'))
    })
    assert.equal((await read.agents.get('other'))?.id, 'other')
  })

  cases.add('sets and removes a password hash', async ({ read, write, license }) => {
    const agent = newAgent(license, 'agent')
    await write((tx) => tx.agents.insert(agent))
    for (const passwordHash of ['scrypt$2', null]) {
      assert.equal(await write((tx) => tx.agents.setPasswordHash('agent', passwordHash)), true)
      assert.equal(await read.agents.getPasswordHash('agent'), passwordHash)
    }
    assert.deepEqual(await read.agents.get('agent'), agent)
    assert.equal(await write((tx) => tx.agents.setPasswordHash('nobody', 'scrypt$2')), false)
    assert.equal(await read.agents.getPasswordHash('nobody'), undefined)
  })

  cases.add(
    'replaces a password hash only while it is the expected one',
    async ({ read, write, license }) => {
      await write((tx) => tx.agents.insert(newAgent(license, 'agent')))
      const replace = (from: string, to: string) =>
        write((tx) => tx.agents.replacePasswordHash('agent', from, to))
      assert.equal(await replace('scrypt$1', 'scrypt$2'), false)
      assert.equal(await read.agents.getPasswordHash('agent'), null)
      await write((tx) => tx.agents.setPasswordHash('agent', 'scrypt$1'))
      assert.equal(await replace('scrypt$1', 'scrypt$1'), true)
      const outcomes = await Promise.all(['scrypt$2', 'scrypt$3'].map((to) => replace('scrypt$1', to)))
      assert.deepEqual(outcomes.sort(), [false, true])
      assert.equal(await write((tx) => tx.agents.replacePasswordHash('nobody', 'a', 'b')), false)
    },
  )
}

function changingCases(cases: StorageCases): void {
  cases.add('changes the given fields of an agent, and nothing else', async ({ read, write, license }) => {
    const online = { onlineUntil: 9_000, avatar: 'https://example.com/a.png' } as const
    const before = newAgent(license, 'agent', online)
    const other = newAgent(license, 'other')
    await write(async (tx) => {
      for (const agent of [before, other]) await tx.agents.insert(agent)
      await tx.agents.setPasswordHash('agent', 'scrypt$1')
    })
    const all: AgentChanges = {
      ...{ name: 'Ada', email: null, avatar: null, permission: 'administrator', maxChatsCount: 0 },
      groups: [
        { id: 0, priority: 'last' },
        { id: 7, priority: 'first' },
      ],
    }
    let expected = before
    for (const [name, value] of Object.entries(all)) {
      expected = { ...expected, [name]: value }
      assert.deepEqual(await write((tx) => tx.agents.update('agent', { [name]: value })), expected)
      assert.deepEqual(await read.agents.get('agent'), expected)
    }
    assert.deepEqual(await write((tx) => tx.agents.update('agent', {})), expected)
    assert.deepEqual(await write((tx) => tx.agents.update('agent', { email: 'a@b.c' })), {
      ...expected,
      email: 'a@b.c',
    })
    assert.deepEqual(await read.agents.get('other'), other)
    assert.equal(await read.agents.getPasswordHash('agent'), 'scrypt$1')
  })

  cases.add('answers undefined when a changed agent does not exist', async ({ read, write, license }) => {
    assert.equal(await write((tx) => tx.agents.update('agent', { name: 'Ada' })), undefined)
    await write(async (tx) => {
      await tx.agents.insert(newAgent(license, 'agent'))
      await tx.agents.remove('agent', 2_000)
    })
    assert.equal(await write((tx) => tx.agents.update('agent', { name: 'Ada' })), undefined)
    assert.equal(await read.agents.get('agent'), undefined)
  })

  cases.add('loses neither of two concurrent changes', async ({ read, write, license }) => {
    await write((tx) => tx.agents.insert(newAgent(license, 'agent')))
    const changes: readonly AgentChanges[] = [
      { name: 'Ada' },
      { maxChatsCount: 2 },
      { avatar: null, email: null },
    ]
    await Promise.all(changes.map((change) => write((tx) => tx.agents.update('agent', change))))
    const { name, maxChatsCount, email } = (await read.agents.get('agent')) ?? {}
    assert.deepEqual([name, maxChatsCount, email], ['Ada', 2, null])
  })
}

function listingCases(cases: StorageCases): void {
  cases.add('lists by ids only those that exist in the license', async ({ read, write, license }) => {
    const other = await write((tx) => tx.licenses.insert(newLicense()))
    const agent = newAgent(license, 'mine')
    await write(async (tx) => {
      await tx.agents.insert(agent)
      await tx.agents.insert(newAgent(license, 'unasked'))
      await tx.agents.insert(newAgent(other, 'theirs'))
    })
    assert.deepEqual(await read.agents.listByIds(license.id, ['mine', 'theirs', 'nobody']), [agent])
    assert.deepEqual(await read.agents.listByIds(license.id, []), [])
  })

  cases.add('lists a license by ascending id, by code units, after one and with a limit', async (context) => {
    const { read, write, license } = context
    for (const id of ['b', 'a', 'Z', 'é', 'a-b', 'ab', '_']) {
      await write((tx) => tx.agents.insert(newAgent(license, id)))
    }
    const ids = (await read.agents.list(license.id, 10)).map(({ id }) => id)
    assert.deepEqual(ids, ['Z', '_', 'a', 'a-b', 'ab', 'b', 'é'])
    assert.deepEqual((await read.agents.list(license.id, 2)).length, 2)
    const after = async (id: string, limit = 10) =>
      (await read.agents.list(license.id, limit, id)).map((agent) => agent.id)
    assert.deepEqual(await after('a'), ['a-b', 'ab', 'b', 'é'])
    assert.deepEqual(await after('a', 1), ['a-b'])
    assert.deepEqual(await after('aa'), ['ab', 'b', 'é'])
    assert.deepEqual(await after('é'), [])
    assert.deepEqual(await read.agents.list(license.id + 1, 10), [])
  })
}

function presenceCases(cases: StorageCases): void {
  cases.add('logs in with a status, and keeps the last known one', async ({ read, write, license }) => {
    const agent = newAgent(license, 'agent')
    await write((tx) => tx.agents.insert(agent))
    const status = 'not_accepting_chats'
    const first = await write((tx) => tx.agents.logIn('agent', { routingStatus: status, onlineUntil: 5_000 }))
    assert.deepEqual(first, { ...agent, routingStatus: status, onlineUntil: 5_000 })
    const renewed = await write((tx) =>
      tx.agents.logIn('agent', { routingStatus: 'keep', onlineUntil: 1_767_225_600_000 }),
    )
    assert.deepEqual(renewed, { ...agent, routingStatus: status, onlineUntil: 1_767_225_600_000 })
    assert.deepEqual(await read.agents.get('agent'), renewed)
  })

  cases.add('answers undefined to the login of an unknown agent', async ({ write }) => {
    const login = { routingStatus: 'keep', onlineUntil: 5_000 } as const
    assert.equal(await write((tx) => tx.agents.logIn('nobody', login)), undefined)
  })

  cases.add('sets the routing status only before the end of presence', async ({ read, write, license }) => {
    const agent = newAgent(license, 'agent', { onlineUntil: 5_000 })
    await write((tx) => tx.agents.insert(agent))
    const set = (now: number) =>
      write((tx) => tx.agents.setRoutingStatusIfOnline('agent', 'not_accepting_chats', now))
    assert.equal(await set(5_000), undefined)
    assert.deepEqual(await read.agents.get('agent'), agent)
    assert.deepEqual(await set(4_999), { ...agent, routingStatus: 'not_accepting_chats' })
    assert.equal((await read.agents.get('agent'))?.routingStatus, 'not_accepting_chats')
  })
}
