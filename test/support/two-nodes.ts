import { after, before } from 'node:test'
import { type EngineOptions, TestEngine } from './engine.js'
import { HostileNetwork, type HostileOptions } from './hostile-bus.js'
import type { StorageKind } from './storages.js'

export interface TwoNodes {
  readonly here: TestEngine
  readonly there: TestEngine
  readonly network: HostileNetwork
}

/** A rate limit that no test reaches on a connection whose clock stands still. */
const highRateLimit = { messagesPerSecond: 1_000_000 }

/** Starts two engines on one database for a suite, with a bus between them. */
export function useTwoNodes(
  kind: StorageKind,
  options: HostileOptions,
  engineOptions: EngineOptions = {},
): () => TwoNodes {
  let nodes: TwoNodes | undefined
  before(async () => {
    const network = new HostileNetwork(options)
    const rtm = { ...highRateLimit, ...engineOptions.rtm }
    const here = await TestEngine.start(kind, { ...engineOptions, bus: network.node('here'), rtm })
    const sameDatabase: StorageKind = async () => ({ open: () => here.openStorage(), remove: async () => {} })
    nodes = {
      here,
      there: await TestEngine.start(sameDatabase, { ...engineOptions, bus: network.node('there'), rtm }),
      network,
    }
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

/** Resolves once no message is on its way between the nodes. */
export async function arrived({ network }: TwoNodes): Promise<void> {
  while (network.waitingCount > 0) await new Promise((resolve) => setImmediate(resolve))
}
