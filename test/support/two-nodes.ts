import { after, before } from 'node:test'
import { TestEngine } from './engine.js'
import { HostileNetwork, type HostileOptions } from './hostile-bus.js'
import type { StorageKind } from './storages.js'

export interface TwoNodes {
  readonly here: TestEngine
  readonly there: TestEngine
  readonly network: HostileNetwork
}

/** More than any test says on a connection whose clock stands still. */
const rtm = { messagesPerSecond: 1_000_000, messageBurstCount: 1_000_000 }

/** Two engines on one database, and a bus between them; for a suite. */
export function useTwoNodes(kind: StorageKind, options: HostileOptions): () => TwoNodes {
  let nodes: TwoNodes | undefined
  before(async () => {
    const network = new HostileNetwork(options)
    const here = await TestEngine.start(kind, { bus: network.node('here'), rtm })
    const same: StorageKind = async () => ({ open: () => here.openStorage(), remove: async () => {} })
    nodes = { here, there: await TestEngine.start(same, { bus: network.node('there'), rtm }), network }
  })
  after(async () => {
    await nodes?.there.stop()
    await nodes?.here.stop()
    nodes?.network.close()
  })
  return () => {
    if (nodes === undefined) throw new Error('the nodes have not started')
    return nodes
  }
}
