import { randomUUID } from 'node:crypto'
import { attachSocketIo } from '@parley/adapter-socketio'
import { redisBus } from '@parley/bus-redis'
import type { Parley } from '@parley/core'
import type { Bus, BusMessage } from '@parley/core/ports'
import type { Storage } from '@parley/core/storage'
import { Arrivals, type BusMessageOrMarker } from './arrivals.js'
import type { StartHost } from './host.js'
import { requireRedisUrl } from './redis.js'
import { BalancingProxy } from './spreading-proxy.js'
import { watched } from './watched-edge.js'

/** The bus between the nodes of a site. */
export type SiteBus = 'Redis' | 'PostgreSQL'

export interface SiteOptions {
  readonly host: StartHost
  /** Path at which the host mounts Parley. */
  readonly path: string
  readonly hasSocketIo: boolean
  /** The bus between three nodes; `undefined` when there is one node. */
  readonly busKind?: SiteBus | undefined
  openStorage(): Storage
  /** Creates an engine on that storage. `bus` is `null` when it is the only node. */
  create(storage: Storage, bus: Bus<BusMessage> | null): Promise<Parley>
}

/** One engine, or three, behind one address. */
export interface Site {
  /** The engine of one node. */
  readonly parley: Parley
  /** Origin of the site. */
  readonly url: string
  /** Resolves once each node has received what the others have published. */
  waitForMessages(): Promise<void>
  /**
   * Subscribes each node to the license of the token. The first time, a node waits for a moment of its clock for
   * messages that it may have missed, which would never end while the clock stands still.
   */
  subscribeNodes(token: string): Promise<void>
  /** Closes the site and its engines. */
  close(): Promise<void>
}

const nodeCount = 3

export async function startSite(options: SiteOptions): Promise<Site> {
  const { busKind, openStorage, create } = options
  if (busKind !== undefined) return startNodes(options, busKind)
  return startNode(options, await create(openStorage(), null))
}

async function startNode({ host, path, hasSocketIo }: SiteOptions, parley: Parley): Promise<Site> {
  const { url, server, close } = await host(parley, path)
  const socketIo = hasSocketIo ? attachSocketIo(server, watched(parley)) : undefined
  return {
    ...{ parley, url },
    waitForMessages: async () => {},
    subscribeNodes: async () => {},
    async close() {
      await parley.close()
      await socketIo?.close()
      await close()
    },
  }
}

async function startNodes(options: SiteOptions, busKind: SiteBus): Promise<Site> {
  const { openStorage, create } = options
  const arrivals = new Arrivals()
  const connect = busKind === 'Redis' ? redisBuses() : storageBus
  const start = async () => {
    const storage = openStorage()
    return startNode(options, await create(storage, arrivals.node(connect(storage))))
  }
  const first = await start()
  const nodes = [first]
  while (nodes.length < nodeCount) nodes.push(await start())
  const waitForMessages = () => arrivals.waitForMessages()
  const proxy = await BalancingProxy.open(
    nodes.map(({ url }) => url),
    waitForMessages,
  )
  return {
    ...{ parley: first.parley, url: proxy.url, waitForMessages },
    async subscribeNodes(token) {
      const headers = { authorization: `Bearer ${token}` }
      await Promise.all(nodes.map(({ url }) => fetch(`${url}${options.path}/auth/info`, { headers })))
    },
    async close() {
      for (const node of nodes.toReversed()) await node.close()
      await proxy.close()
      arrivals.end()
    },
  }
}

function storageBus(storage: Storage): Bus<BusMessageOrMarker> {
  const bus = storage.createBus?.<BusMessageOrMarker>(rethrow)
  if (bus === undefined) throw new TypeError('this storage has no bus')
  return bus
}

function redisBuses(): () => Bus<BusMessageOrMarker> {
  // A prefix keeps databases apart, because their licenses have the same ids.
  const options = { redis: requireRedisUrl(), prefix: randomUUID(), failed: rethrow }
  return () => redisBus<BusMessageOrMarker>(options)
}

function rethrow(cause: unknown): never {
  throw cause
}
