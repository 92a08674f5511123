import { randomUUID } from 'node:crypto'
import type { BusLink, BusLinkEvents, ConnectBus, OutgoingBatch } from '@parley/core/ports'
import { Redis, type RedisOptions } from 'ioredis'
import { type ChannelMessage, Channels } from './channels.js'
import { clusterCheckMs, requireMajority } from './cluster.js'
import { Heartbeat } from './heartbeat.js'
import { readServerTraits } from './server-traits.js'

/** Options of `connectRedis`. */
export interface RedisLinkOptions {
  /** Servers to connect to, at least one. When one is unreachable, the next one is tried. */
  readonly servers: readonly RedisServer[]
  readonly prefix: string
  /** Whether sharded publishing may be used. */
  readonly mayShard: boolean
}

/** Address of a Redis server, or ioredis options. */
export type RedisServer = string | RedisOptions

interface Clients {
  readonly publisher: Redis
  readonly subscriber: Redis
}

/** Maximum time to connect to a server and receive the first heartbeat, in milliseconds. */
const connectTimeoutMs = 5_000
const channelsPerCommand = 1_000
const loss = 'loss'

/**
 * Returns a function that connects a bus to the first reachable server. After a broken connection it starts with the
 * next server.
 */
export function connectRedis(options: RedisLinkOptions): ConnectBus {
  const channels = new Channels(options.prefix, randomUUID())
  const { servers, mayShard } = options
  let next = 0
  return async (events) => {
    const failures: unknown[] = []
    for (let count = 0; count < servers.length; count += 1) {
      const server = servers[next % servers.length]
      // The next connection starts with another server, in case this one breaks.
      next += 1
      if (server === undefined) continue
      try {
        return await connectTo(server, { channels, mayShard, events })
      } catch (cause) {
        failures.push(cause)
      }
    }
    throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'No Redis server is reachable')
  }
}

async function connectTo(
  server: RedisServer,
  parts: { readonly channels: Channels; readonly mayShard: boolean; readonly events: BusLinkEvents },
): Promise<RedisLink> {
  const failures: Error[] = []
  const failed = (failure: Error) => failures.push(failure)
  const clients = { publisher: createClient(server, failed), subscriber: createClient(server, failed) }
  const late = setTimeout(() => disconnect(clients), connectTimeoutMs)
  try {
    await Promise.all([clients.publisher.connect(), clients.subscriber.connect()])
    const { isCluster, canShard } = await readServerTraits(clients.publisher)
    if (isCluster) await requireMajority(clients.publisher)
    const isSharded = parts.mayShard && canShard
    const link = new RedisLink({ clients, isSharded, isCluster, ...parts })
    await link.begin()
    return link
  } catch (cause) {
    disconnect(clients)
    throw failures[0] ?? cause
  } finally {
    clearTimeout(late)
  }
}

/** A link to Redis: one connection publishes, one listens. When either ends, the link is broken. */
class RedisLink implements BusLink {
  readonly #clients: Clients
  readonly #channels: Channels
  readonly #isSharded: boolean
  readonly #events: BusLinkEvents
  readonly #heartbeat: Heartbeat
  readonly #isCluster: boolean
  #clusterChecks: NodeJS.Timeout | undefined
  #hasEnded = false

  constructor(parts: {
    readonly clients: Clients
    readonly channels: Channels
    readonly isSharded: boolean
    readonly isCluster: boolean
    readonly events: BusLinkEvents
  }) {
    this.#clients = parts.clients
    this.#channels = parts.channels
    this.#isSharded = parts.isSharded
    this.#isCluster = parts.isCluster
    this.#events = parts.events
    this.#heartbeat = new Heartbeat(
      (beat) => this.#publish([{ channel: this.#channels.control, text: beat }]),
      (cause) => this.#break(cause),
    )
    const { publisher, subscriber } = parts.clients
    const ended = () => this.#break(new Error('The connection to Redis has ended'))
    for (const client of [publisher, subscriber]) {
      client.on('end', ended)
      client.on('error', (cause) => this.#break(cause))
    }
    subscriber.on(this.#isSharded ? 'smessage' : 'message', (channel, text) =>
      this.#receive({ channel, text }),
    )
  }

  async begin(): Promise<void> {
    await this.#subscribe([this.#channels.control])
    await this.#heartbeat.begin()
    if (this.#isCluster)
      this.#clusterChecks = setInterval(() => void this.#checkCluster(), clusterCheckMs).unref()
  }

  /**
   * Breaks the link when the server is cut off from its cluster. The heartbeat does not notice that, because such a
   * server still delivers to itself.
   */
  async #checkCluster(): Promise<void> {
    try {
      await requireMajority(this.#clients.publisher)
    } catch (cause) {
      this.#break(cause)
    }
  }

  hasListeners(): boolean {
    return true
  }

  async send({ messages, reportsLoss }: OutgoingBatch): Promise<void> {
    const control = reportsLoss
      ? [{ channel: this.#channels.control, text: this.#channels.controlPayload(loss) }]
      : []
    await this.#publish([...control, ...this.#channels.pack(messages)])
  }

  async listen(licenseIds: readonly number[]): Promise<void> {
    for (let index = 0; index < licenseIds.length; index += channelsPerCommand) {
      const some = licenseIds.slice(index, index + channelsPerCommand)
      await this.#subscribe(some.map((licenseId) => this.#channels.ofLicense(licenseId)))
    }
  }

  unlisten(licenseId: number): void {
    const { subscriber } = this.#clients
    const channel = this.#channels.ofLicense(licenseId)
    const ended = this.#isSharded ? subscriber.sunsubscribe(channel) : subscriber.unsubscribe(channel)
    ended.catch((cause: unknown) => this.#break(cause))
  }

  async ping(): Promise<void> {
    await this.#heartbeat.beat()
  }

  async close(): Promise<void> {
    this.#end()
  }

  async #subscribe(channels: readonly string[]): Promise<void> {
    const { subscriber } = this.#clients
    await (this.#isSharded ? subscriber.ssubscribe(...channels) : subscriber.subscribe(...channels))
  }

  async #publish(sent: readonly ChannelMessage[]): Promise<void> {
    const command = this.#isSharded ? 'spublish' : 'publish'
    const commands = sent.map(({ channel, text }) => [command, channel, text])
    const results = await this.#clients.publisher.pipeline(commands).exec()
    for (const [failure] of results ?? []) if (failure !== null) throw failure
  }

  #receive(sent: ChannelMessage): void {
    if (this.#hasEnded) return
    if (sent.channel !== this.#channels.control) {
      for (const message of this.#channels.unpack(sent)) this.#events.onMessage(message)
    } else if (!this.#heartbeat.receive(sent.text) && this.#channels.isControlOfAnother(sent.text, loss)) {
      this.#events.onLoss()
    }
  }

  #break(cause: unknown): void {
    if (this.#hasEnded) return
    this.#end()
    this.#events.onDisconnect(cause)
  }

  #end(): void {
    this.#hasEnded = true
    this.#heartbeat.end()
    clearInterval(this.#clusterChecks)
    disconnect(this.#clients)
  }
}

/** Creates a client that never reconnects on its own. The bus decides when to make a new link. */
function createClient(redis: string | RedisOptions, failed: (failure: Error) => void): Redis {
  const once: RedisOptions = {
    ...{ lazyConnect: true, enableOfflineQueue: false, autoResubscribe: false },
    ...{ autoResendUnfulfilledCommands: false, maxRetriesPerRequest: 0, connectTimeout: connectTimeoutMs },
    ...{ retryStrategy: () => null, reconnectOnError: null, enableAutoPipelining: false },
    // ioredis would prepend a prefix to published channels, but not remove it from received ones.
    keyPrefix: '',
  }
  const client = typeof redis === 'string' ? new Redis(redis, once) : new Redis({ ...redis, ...once })
  // Options in the query of an address would override these.
  Object.assign(client.options, once)
  // The error of a failed `connect()` only says that the connection is closed. The reason arrives here.
  client.on('error', failed)
  return client
}

function disconnect({ publisher, subscriber }: Clients): void {
  publisher.disconnect()
  subscriber.disconnect()
}
