import assert from 'node:assert/strict'
import type { Agent, LostPresence } from '@parley/core/storage'
import { newAgent, newLicense, upTo } from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

/** `onlineUntil` of agents whose node lost its lease and did not connect them again. */
const lostUntil = 29_000
const times = { leaseMs: 3_000, graceMs: 15_000, limit: 10 }

/** Stores agents of the license, and nodes whose leases last from 10,000 to 13,000. */
async function given(context: StorageContext, agentIds: readonly string[], nodeIds: readonly string[]) {
  await context.write(async (tx) => {
    for (const id of agentIds) await tx.agents.insert(newAgent(context.license, id))
    for (const id of nodeIds) assert.equal(await tx.nodes.renew(id, 10_000, 13_000, lostUntil), false)
  })
}

function connect({ write }: StorageContext, nodeId: string, ...agentIds: string[]) {
  return write((tx) => tx.nodes.connect(nodeId, agentIds))
}

async function disconnect({ write }: StorageContext, nodeId: string, agentIds: string[], until: number) {
  const departed = await write((tx) => tx.nodes.disconnect(nodeId, agentIds, until))
  return [...departed].sort()
}

async function onlineUntil(
  { read }: StorageContext,
  agentId: string,
): Promise<Agent['onlineUntil'] | undefined> {
  return (await read.agents.get(agentId))?.onlineUntil
}

/** Sorts the result, because storages may return it in any order. */
function sorted(lost: readonly LostPresence[]): readonly LostPresence[] {
  return lost
    .map(({ licenseId, agentIds, onlineUntil }) => ({
      licenseId,
      agentIds: [...agentIds].sort(),
      onlineUntil,
    }))
    .sort((left, right) => left.licenseId - right.licenseId)
}

export function nodeLeaseCases(cases: StorageCases): void {
  leaseCases(cases)
  expiredCountCases(cases)
  connectCases(cases)
  disconnectCases(cases)
  expiryCases(cases)
  endCases(cases)
  renewalCases(cases)
  concurrencyCases(cases)
}

function leaseCases(cases: StorageCases): void {
  cases.add('begins a lease, renews it while it lasts, and begins it anew', async ({ write }) => {
    const renew = (now: number) => write((tx) => tx.nodes.renew('node', now, now + 3_000, lostUntil))
    assert.equal(await renew(10_000), false)
    assert.equal(await renew(11_000), true)
    assert.equal(await renew(13_999), true)
    assert.equal(await renew(16_999), false)
    assert.equal(await renew(17_000), true)
  })

  cases.add('lists nodes with a valid lease, by ascending id', async ({ read, write }) => {
    await write(async (tx) => {
      await tx.nodes.renew('b', 10_000, 13_000, lostUntil)
      await tx.nodes.renew('a', 10_000, 1_767_225_600_000, lostUntil)
      await tx.nodes.renew('C', 10_000, 12_000, lostUntil)
    })
    const ids = async (now: number) => (await read.nodes.listActive(now)).map(({ id }) => id)
    assert.deepEqual(await ids(11_999), ['C', 'a', 'b'])
    assert.deepEqual(await ids(12_000), ['a', 'b'])
    assert.deepEqual(await read.nodes.listActive(13_000), [{ id: 'a', leaseUntil: 1_767_225_600_000 }])
    assert.deepEqual(await ids(1_767_225_600_000), [])
  })
}

function expiredCountCases(cases: StorageCases): void {
  cases.add('counts nodes whose lease has expired, up to a maximum', async ({ read, write }) => {
    await write(async (tx) => {
      for (const [n, id] of ['a', 'b', 'c'].entries()) await tx.nodes.renew(id, 10_000, 13_000 + n, lostUntil)
    })
    const counts = [12_999, 13_000, 13_002].map((until) => read.nodes.countExpired(until, 10))
    assert.deepEqual(await Promise.all(counts), [0, 1, 3])
    assert.equal(await read.nodes.countExpired(13_002, 2), 2)
    await write((tx) => tx.nodes.endExpired(13_000, times))
    assert.equal(await read.nodes.countExpired(13_002, 10), 2)
  })
}

function connectCases(cases: StorageCases): void {
  cases.add('logs in connected agents, and skips unknown ids', async (context) => {
    await given(context, ['one', 'two'], ['node'])
    assert.equal(await connect(context, 'node', 'one', 'nobody', 'one'), true)
    assert.equal(await connect(context, 'node', 'one'), true)
    assert.equal(await connect(context, 'node'), true)
    assert.equal(await connect(context, 'node', 'nobody'), true)
    assert.equal(await onlineUntil(context, 'one'), 'forever')
    assert.equal(await onlineUntil(context, 'two'), 0)
  })

  cases.add('connects no agent to a node that was ended or never began', async (context) => {
    await given(context, ['agent'], ['node'])
    await context.write((tx) => tx.nodes.end('node', 20_000))
    for (const nodeId of ['node', 'other']) assert.equal(await connect(context, nodeId, 'agent'), false)
    assert.equal(await onlineUntil(context, 'agent'), 0)
    assert.equal(await context.write((tx) => tx.nodes.renew('node', 11_000, 14_000, lostUntil)), false)
  })

  cases.add('forgets the connections of an agent who is removed', async (context) => {
    await given(context, ['agent'], ['node'])
    await connect(context, 'node', 'agent')
    await context.write((tx) => tx.agents.remove('agent', 11_000))
    assert.equal(await connect(context, 'node', 'agent'), true)
    await context.write((tx) => tx.agents.insert(newAgent(context.license, 'agent')))
    assert.deepEqual(await context.write((tx) => tx.nodes.end('node', 20_000)), [])
    assert.equal(await onlineUntil(context, 'agent'), 0)
  })
}

function disconnectCases(cases: StorageCases): void {
  cases.add(
    'answers the agents who are connected to no other node, and when they depart',
    async (context) => {
      await given(context, ['here', 'both', 'there', 'stays'], ['node', 'other'])
      await connect(context, 'node', 'here', 'both', 'stays')
      await connect(context, 'other', 'both', 'there')
      const agentIds = ['here', 'both', 'there', 'nobody']
      assert.deepEqual(await disconnect(context, 'node', agentIds, 30_000), ['here'])
      const ends = agentIds.concat('stays').map((id) => onlineUntil(context, id))
      assert.deepEqual(await Promise.all(ends), [30_000, 'forever', 'forever', undefined, 'forever'])
      assert.deepEqual(await disconnect(context, 'other', ['both'], 31_000), ['both'])
      assert.equal(await onlineUntil(context, 'both'), 31_000)
      assert.deepEqual(await disconnect(context, 'other', [], 31_000), [])
    },
  )

  cases.add('changes nothing for agents who were not connected to that node', async (context) => {
    await given(context, ['never', 'gone'], ['node'])
    await connect(context, 'node', 'gone')
    await context.write((tx) => tx.nodes.disconnectEverywhere(['gone'], 11_000))
    assert.deepEqual(await disconnect(context, 'node', ['never', 'gone'], 30_000), [])
    assert.equal(await onlineUntil(context, 'never'), 0)
    assert.equal(await onlineUntil(context, 'gone'), 11_000)
  })

  cases.add(
    'disconnects agents from all nodes together, and skips agents already logged out',
    async (context) => {
      await given(context, ['both', 'leaving', 'nowhere', 'stays'], ['node', 'other'])
      for (const nodeId of ['node', 'other']) await connect(context, nodeId, 'both', 'stays')
      const away = { routingStatus: 'keep', onlineUntil: 40_000 } as const
      await context.write((tx) => tx.agents.logIn('leaving', away))
      const ids = ['both', 'leaving', 'nobody', 'nowhere']
      await context.write((tx) => tx.nodes.disconnectEverywhere(ids, 30_000))
      const ends = ['both', 'leaving', 'nowhere', 'stays'].map((id) => onlineUntil(context, id))
      assert.deepEqual(await Promise.all(ends), [30_000, 30_000, 0, 'forever'])
      const lost = { licenseId: context.license.id, onlineUntil: 40_000 }
      assert.deepEqual(await context.write((tx) => tx.nodes.end('node', 40_000)), [])
      assert.deepEqual(await context.write((tx) => tx.nodes.end('other', 40_000)), [
        { ...lost, agentIds: ['stays'] },
      ])
      assert.equal(await onlineUntil(context, 'both'), 30_000)
    },
  )

  cases.add('changes nothing when the transaction fails', async (context) => {
    await given(context, ['agent'], ['node'])
    await connect(context, 'node', 'agent')
    const work = context.write(async (tx) => {
      assert.deepEqual(await tx.nodes.disconnect('node', ['agent'], 30_000), ['agent'])
      throw new Error('refused')
    })
    await assert.rejects(work, /refused/)
    assert.equal(await onlineUntil(context, 'agent'), 'forever')
  })
}

function expiryCases(cases: StorageCases): void {
  cases.add(
    'ends nodes with an expired lease, and counts the grace period from the last renewal',
    async (context) => {
      const { license, read, write } = context
      await given(context, ['agent', 'elsewhere'], ['dead', 'alive'])
      const far = await write((tx) => tx.licenses.insert(newLicense()))
      await write((tx) => tx.agents.insert(newAgent(far, 'far')))
      await connect(context, 'dead', 'agent', 'elsewhere', 'far')
      await connect(context, 'alive', 'elsewhere')
      await write((tx) => tx.nodes.renew('alive', 12_000, 15_000, lostUntil))
      const endExpired = (now: number) => write((tx) => tx.nodes.endExpired(now, times))
      assert.deepEqual(await endExpired(12_999), [])
      assert.deepEqual(sorted(await endExpired(13_000)), [
        { licenseId: license.id, agentIds: ['agent'], onlineUntil: 25_000 },
        { licenseId: far.id, agentIds: ['far'], onlineUntil: 25_000 },
      ])
      const ends = ['agent', 'elsewhere', 'far'].map((id) => onlineUntil(context, id))
      assert.deepEqual(await Promise.all(ends), [25_000, 'forever', 25_000])
      assert.deepEqual(await endExpired(13_000), [])
      assert.deepEqual(await read.nodes.listActive(0), [{ id: 'alive', leaseUntil: 15_000 }])
    },
  )

  cases.add('ends up to the given number of nodes, the oldest first', async (context) => {
    const { license, write } = context
    await given(context, ['one', 'two'], [])
    await write((tx) => tx.nodes.renew('late', 11_000, 14_000, lostUntil))
    await write((tx) => tx.nodes.renew('early', 10_000, 13_000, lostUntil))
    await connect(context, 'late', 'one')
    await connect(context, 'early', 'two')
    const endOne = () => write((tx) => tx.nodes.endExpired(20_000, { ...times, limit: 1 }))
    assert.deepEqual(await endOne(), [{ licenseId: license.id, agentIds: ['two'], onlineUntil: 25_000 }])
    assert.deepEqual(await endOne(), [{ licenseId: license.id, agentIds: ['one'], onlineUntil: 26_000 }])
    assert.deepEqual(await endOne(), [])
  })

  cases.add('an agent on several nodes that end together stays until the last one', async (context) => {
    const { license, write } = context
    await given(context, ['agent'], ['early', 'late'])
    await write((tx) => tx.nodes.renew('late', 11_000, 14_000, lostUntil))
    for (const nodeId of ['early', 'late']) await connect(context, nodeId, 'agent')
    const lost = await write((tx) => tx.nodes.endExpired(20_000, times))
    assert.deepEqual(lost, [{ licenseId: license.id, agentIds: ['agent'], onlineUntil: 26_000 }])
    assert.equal(await onlineUntil(context, 'agent'), 26_000)
  })
}

function endCases(cases: StorageCases): void {
  cases.add('a node that shuts down disconnects its agents', async (context) => {
    const { license, read, write } = context
    await given(context, ['agent', 'elsewhere'], ['node', 'other'])
    await connect(context, 'node', 'agent', 'elsewhere')
    await connect(context, 'other', 'elsewhere')
    const end = (nodeId: string) => write((tx) => tx.nodes.end(nodeId, 30_000))
    const lost = { licenseId: license.id, agentIds: ['agent'], onlineUntil: 30_000 }
    assert.deepEqual(await end('node'), [lost])
    assert.equal(await onlineUntil(context, 'agent'), 30_000)
    assert.deepEqual(await read.nodes.listActive(10_000), [{ id: 'other', leaseUntil: 13_000 }])
    assert.deepEqual(await end('node'), [])
    assert.deepEqual(await end('other'), [{ ...lost, agentIds: ['elsewhere'] }])
  })
}

function renewalCases(cases: StorageCases): void {
  cases.add('a new lease starts without connected agents', async (context) => {
    const { license, write } = context
    await given(context, ['gone', 'back', 'elsewhere'], ['node', 'other'])
    await connect(context, 'node', 'gone', 'back', 'elsewhere')
    await connect(context, 'other', 'elsewhere')
    assert.equal(await write((tx) => tx.nodes.renew('node', 13_000, 16_000, lostUntil)), false)
    assert.equal(await connect(context, 'node', 'back'), true)
    const ends = ['gone', 'back', 'elsewhere'].map((id) => onlineUntil(context, id))
    assert.deepEqual(await Promise.all(ends), [lostUntil, 'forever', 'forever'])
    assert.deepEqual(await write((tx) => tx.nodes.end('node', 30_000)), [
      { licenseId: license.id, agentIds: ['back'], onlineUntil: 30_000 },
    ])
  })
}

function concurrencyCases(cases: StorageCases): void {
  cases.add(
    'when nodes disconnect an agent at the same time, exactly one learns that it was the last',
    async (context) => {
      const nodeIds = upTo(6).map((n) => `node-${n}`)
      await given(context, ['one', 'two'], nodeIds)
      for (const nodeId of nodeIds) await connect(context, nodeId, 'one', 'two')
      const departed = await Promise.all(
        nodeIds.map((nodeId, n) =>
          disconnect(context, nodeId, n % 2 === 0 ? ['one', 'two'] : ['two', 'one'], 30_000),
        ),
      )
      assert.deepEqual(departed.flat().sort(), ['one', 'two'])
      assert.equal(await onlineUntil(context, 'one'), 30_000)
    },
  )

  cases.add('reports each lost presence once when several callers end nodes', async (context) => {
    const agentIds = upTo(12).map((n) => `agent-${n}`)
    const nodeIds = upTo(4).map((n) => `node-${n}`)
    await given(context, agentIds, nodeIds)
    for (const [n, id] of agentIds.entries()) await connect(context, nodeIds[n % 4] ?? '', id)
    const ends = upTo(6).map(() => context.write((tx) => tx.nodes.endExpired(20_000, { ...times, limit: 2 })))
    const lost = (await Promise.all(ends)).flat().flatMap((one) => one.agentIds)
    assert.deepEqual([...lost].sort(), [...agentIds].sort())
  })

  cases.add('in every race an agent is connected to an active node or to none', async (context) => {
    await given(context, ['agent'], ['node'])
    const [isConnected, lost] = await Promise.all([
      connect(context, 'node', 'agent'),
      context.write((tx) => tx.nodes.end('node', 30_000)),
    ])
    const wasLost = lost.some(({ agentIds }) => agentIds.includes('agent'))
    assert.equal(wasLost, isConnected)
    assert.equal(await onlineUntil(context, 'agent'), isConnected ? 30_000 : 0)
  })
}
