import { type Bus, LinkedBus, systemClock } from '@parley/core/ports'
import { connectRedis, type RedisServer } from './redis-link.js'

export interface RedisBusOptions {
  /**
   * `redis://user:password@host:port`, `rediss://` with TLS; or options of ioredis, for sentinels or certificates. What
   * they say of connecting again, of queues and of a prefix of keys does not count: the bus has its own. A list: servers of
   * one Redis Cluster; where one cannot be had, or is cut off from most of the others, the next one is taken.
   */
  readonly redis: RedisServer | readonly RedisServer[]
  /**
   * What all channels begin with, a text without white space. Installations that share one Redis need one each. Default:
   * `parley`.
   */
  readonly prefix?: string
  /**
   * Whether sharded publishing (`SPUBLISH`) is used where the server has it, Redis 7 and newer; the same for all nodes.
   * Default: `true`.
   */
  readonly sharded?: boolean
  /** What is published while Redis is away, or slow, waits, up to so many bytes; then the oldest is lost. Default: 16 MiB. */
  readonly waitingBytes?: number
  /** Hears of what comes and cannot be used. Default: a warning of the process. */
  readonly failed?: (cause: unknown) => void
}

const mebibyte = 1_048_576

/**
 * A bus through Redis, 6 or newer, or what speaks its protocol, on two connections. Where they break it connects again,
 * within two seconds of when that is possible.
 */
export function redisBus<Message>(options: RedisBusOptions): Bus<Message> {
  const { redis, prefix = 'parley', sharded = true, waitingBytes = 16 * mebibyte } = checked(options)
  const { failed = (cause: unknown) => process.emitWarning(String(cause), 'ParleyBusWarning') } = options
  const connect = connectRedis({ servers: serversOf(redis), prefix, mayShard: sharded })
  return new LinkedBus<Message>({ connect, clock: systemClock, failed, waitingBytes })
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
  if (servers.length === 0 || !servers.every(isServer))
    throw new TypeError(`redisBus needs an address, options of ioredis, or a list of these, as in ${example}`)
  if (typeof prefix !== 'string' || /\s/.test(prefix)) {
    throw new TypeError('prefix must be a text without white space')
  }
  if (!Number.isInteger(waitingBytes) || waitingBytes < 0) {
    throw new TypeError('waitingBytes must be a whole number of bytes')
  }
  return options
}
