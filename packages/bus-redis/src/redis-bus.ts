import { type Bus, linkedBus, ParleyConfigError, systemClock } from '@parley/core/ports'
import { connectRedis, type RedisServer } from './redis-link.js'

/** Options of `redisBus`. */
export interface RedisBusOptions {
  /**
   * Address of the Redis server, `redis://user:password@host:port` or `rediss://` for TLS; or ioredis options, for
   * sentinels or certificates. The bus overrides their settings for reconnecting, queues and key prefixes.
   *
   * A list names several servers of one Redis Cluster. When a server is unreachable, or cut off from most of the
   * cluster, the bus uses the next one.
   */
  readonly redis: RedisServer | readonly RedisServer[]
  /**
   * Prefix of all channel names, without white space. Installations that share one Redis need different prefixes.
   * Default: `parley`.
   */
  readonly prefix?: string
  /**
   * Whether to use sharded publishing (`SPUBLISH`) when the server supports it (Redis 7 and newer). Must be the same on
   * all nodes. Default: `true`.
   */
  readonly sharded?: boolean
  /**
   * Maximum size of the messages that wait while Redis is slow or unreachable, in bytes. Beyond it the oldest are lost.
   * Default: 16 MiB.
   */
  readonly waitingBytes?: number
  /** Called with the error when a received message cannot be read. Default: emits a process warning. */
  readonly onError?: (cause: unknown) => void
}

const mebibyte = 1_048_576

/**
 * Creates a bus on Redis 6 or newer, or a server that speaks its protocol. It uses two connections, and reconnects
 * within two seconds of Redis becoming reachable again.
 */
export function redisBus<Message>(options: RedisBusOptions): Bus<Message> {
  const { redis, prefix = 'parley', sharded = true, waitingBytes = 16 * mebibyte } = checked(options)
  const { onError = (cause: unknown) => process.emitWarning(String(cause), 'ParleyBusWarning') } = options
  const connect = connectRedis({ servers: serversOf(redis), prefix, mayShard: sharded })
  return linkedBus<Message>({ connect, clock: systemClock, onError, waitingBytes })
}

function serversOf(redis: RedisBusOptions['redis']): readonly RedisServer[] {
  return isList(redis) ? redis : [redis]
}

function isList(redis: RedisBusOptions['redis']): redis is readonly RedisServer[] {
  return Array.isArray(redis)
}

function isServer(server: unknown): server is RedisServer {
  if (typeof server === 'string') return /^rediss?:\/\//.test(server)
  return typeof server === 'object' && server !== null && !Array.isArray(server)
}

const example = "redisBus({ redis: 'redis://127.0.0.1:6379' })"

function checked(options: RedisBusOptions): RedisBusOptions {
  const { redis, prefix = '', waitingBytes = 0 } = options ?? {}
  const servers = serversOf(redis)
  if (servers.length === 0 || !servers.every(isServer)) {
    const message = `redisBus needs an address, ioredis options, or a list of these, as in ${example}`
    throw new ParleyConfigError('option_required', { option: 'redisBus.redis', message })
  }
  if (typeof prefix !== 'string' || /\s/.test(prefix)) {
    throw invalidOption('prefix', 'must be a string without white space')
  }
  if (!Number.isInteger(waitingBytes) || waitingBytes < 0) {
    throw invalidOption('waitingBytes', 'must be an integer number of bytes, at least 0')
  }
  return options
}

function invalidOption(name: string, requirement: string): ParleyConfigError {
  const message = `redisBus: ${name} ${requirement}`
  return new ParleyConfigError('option_invalid', { option: `redisBus.${name}`, message })
}
