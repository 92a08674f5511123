import { randomUUID } from 'node:crypto'
import type { BusLink, BusLinkEvents, ConnectBus, OutgoingBatch } from '@parley/core/ports'
import { Redis, type RedisOptions } from 'ioredis'
import { Channels, type Sent } from './channels.js'
import { clusterLookMs, requireMajority } from './cluster.js'
import { Heartbeat } from './heartbeat.js'
import { traitsOf } from './server-traits.js'

export interface RedisLinkOptions {
  /** At least one; the others are tried in their order where one cannot be had. */
  readonly servers: readonly RedisServer[]
  readonly prefix: string
  readonly mayShard: boolean
}

export type RedisServer = string | RedisOptions

interface Clients {
  readonly publisher: Redis
  readonly subscriber: Redis
}

/** Of whoever is connected, and not heard of it for so long, the link is taken for broken. */
const connectTimeoutMs = 5_000
const channelsPerCommand = 1_000
const loss = 'loss'

export function connectRedis(options: RedisLinkOptions): ConnectBus {
  const channels = new Channels(options.prefix, randomUUID())
  const { servers, mayShard } = options
  let next = 0
  return async (events) => {
    const failures: unknown[] = []
    for (let count = 0; count < servers.length; count += 1) {
      const server = servers[next % servers.length]
      // Where this one breaks it is the turn of another.
      next += 1
      if (server === undefined) continue
      try {
        return await connectTo(server, { channels, mayShard, events })
      } catch (cause) {
        failures.push(cause)
      }
    }
    throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'No server of Redis can be had')
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
    const { isCluster, canShard } = await traitsOf(clients.publisher)
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

/** A publishing and a listening connection, which ends where either does. */
class RedisLink implements BusLink {
  readonly #clients: Clients
  readonly #channels: Channels
  readonly #isSharded: boolean
  readonly #events: BusLinkEvents
  readonly #heartbeat: Heartbeat
  readonly #isCluster: boolean
  #clusterLooks: NodeJS.Timeout | undefined
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
    subscriber.on(this.#isSharded ? 'smessage' : 'message', (channel, text) => this.#hear({ channel, text }))
  }

  async begin(): Promise<void> {
    await this.#subscribe([this.#channels.control])
    await this.#heartbeat.begin()
    if (this.#isCluster)
      this.#clusterLooks = setInterval(() => void this.#lookAtCluster(), clusterLookMs).unref()
  }

  /** A server that is cut off hears itself, and so the heartbeat would go on. */
  async #lookAtCluster(): Promise<void> {
    try {
      await requireMajority(this.#clients.publisher)
    } catch (cause) {
      this.#break(cause)
    }
  }

  isHeard(): boolean {
    return true
  }

  async send({ messages, tellsLoss }: OutgoingBatch): Promise<void> {
    const told = tellsLoss ? [{ channel: this.#channels.control, text: this.#channels.own(loss) }] : []
    await this.#publish([...told, ...this.#channels.pack(messages)])
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

  async #publish(sent: readonly Sent[]): Promise<void> {
    const command = this.#isSharded ? 'spublish' : 'publish'
    const commands = sent.map(({ channel, text }) => [command, channel, text])
    const results = await this.#clients.publisher.pipeline(commands).exec()
    for (const [failure] of results ?? []) if (failure !== null) throw failure
  }

  #hear(sent: Sent): void {
    if (this.#hasEnded) return
    if (sent.channel !== this.#channels.control) {
      for (const message of this.#channels.unpack(sent)) this.#events.heard(message)
    } else if (!this.#heartbeat.hear(sent.text) && this.#channels.isOfAnother(sent.text, loss)) {
      this.#events.lost()
    }
  }

  #break(cause: unknown): void {
    if (this.#hasEnded) return
    this.#end()
    this.#events.broken(cause)
  }

  #end(): void {
    this.#hasEnded = true
    this.#heartbeat.end()
    clearInterval(this.#clusterLooks)
    disconnect(this.#clients)
  }
}

/** One that connects once: who makes another link decides when. */
function createClient(redis: string | RedisOptions, failed: (failure: Error) => void): Redis {
  const once: RedisOptions = {
    ...{ lazyConnect: true, enableOfflineQueue: false, autoResubscribe: false },
    ...{ autoResendUnfulfilledCommands: false, maxRetriesPerRequest: 0, connectTimeout: connectTimeoutMs },
    ...{ retryStrategy: () => null, reconnectOnError: null, enableAutoPipelining: false },
    // It would be put before channels that are published to, and not be taken from those that are heard.
    keyPrefix: '',
  }
  const client = typeof redis === 'string' ? new Redis(redis, once) : new Redis({ ...redis, ...once })
  // What the query of an address says would outrank them.
  Object.assign(client.options, once)
  // While it connects, what rejects says only that the connection is closed; the reason comes here.
  client.on('error', failed)
  return client
}

function disconnect({ publisher, subscriber }: Clients): void {
  publisher.disconnect()
  subscriber.disconnect()
}
