import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { pushFrame } from '../../support/rtm-client.js'
import { forEachDatabase } from '../../support/storages.js'
import { useTwoNodes } from '../../support/two-nodes.js'

forEachDatabase('multicasts between two nodes', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 3, duplicated: 0, lost: 0 })

  test('a multicast reaches its recipients on either node, and no one else', async () => {
    const { here, there, network } = nodes()
    const [world, elsewhere] = [await here.world(), await here.world()]
    const [sender, other] = [
      await world.agent('ada'),
      await world.agent('bob', { permission: 'normal', groups: [7] }),
    ]
    const [casey, kim] = [await world.customer(), await world.customer()]
    const clients = {
      senderHere: await sender.connect(),
      senderThere: await sender.on(there).connect(),
      otherThere: await other.on(there).connect(),
      otherOlderThere: await other.on(there).connect('v0.3'),
      caseyHere: await casey.connect(),
      caseyThere: await casey.on(there).connect(),
      kimThere: await kim.on(there).connect(),
      strangerThere: await (await elsewhere.agent('ada')).on(there).connect(),
    }
    const receiverNames = async () => {
      while (network.waitingCount > 0) await new Promise((resolve) => setImmediate(resolve))
      const all = await Promise.all(
        Object.entries(clients).map(async ([name, client]) => {
          const frames = await client.settledFrames()
          return [name, frames.filter(({ type }) => type === 'push')] as const
        }),
      )
      return Object.fromEntries(all.filter(([, pushes]) => pushes.length > 0))
    }
    await receiverNames()
    const content = { text: 'Hello' }
    const payload = { author_id: sender.id, content }
    const push = pushFrame('incoming_multicast', payload)
    const scopes = { agents: { groups: [7] }, customers: { ids: [casey.id] } }
    await sender.web().succeed('multicast', { scopes, content })
    assert.deepEqual(await receiverNames(), {
      ...{ otherThere: [push], caseyHere: [push], caseyThere: [push] },
      otherOlderThere: [pushFrame('incoming_broadcast', payload)],
    })
    await sender
      .on(there)
      .web()
      .succeed('multicast', { scopes: { agents: { ids: [sender.id] } }, content })
    assert.deepEqual(await receiverNames(), { senderHere: [push], senderThere: [push] })
  })
})
