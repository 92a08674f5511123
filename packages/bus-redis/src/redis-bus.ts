import { type Bus, LinkedBus, systemClock } from '@parley/core/ports'
import type { RedisOptions } from 'ioredis'
import { connectRedis } from './redis-link.js'

export interface RedisBusOptions {
  /**
   * `redis://user:password@host:port`, `rediss://` with TLS; or options of ioredis, for a sentinel or certificates. What
   * they say of connecting again, of queues and of a prefix of keys does not count: the bus has its own.
   */
  readonly redis: string | RedisOptions
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
  const connect = connectRedis({ redis, prefix, mayShard: sharded })
  return new LinkedBus<Message>({ connect, clock: systemClock, failed, waitingBytes })
}

const example = "redisBus({ redis: 'redis://127.0.0.1:6379' })"

function checked(options: RedisBusOptions): RedisBusOptions {
  const { redis, prefix = '', waitingBytes = 0 } = options ?? {}
  const isAddress = typeof redis === 'string' && /^rediss?:\/\//.test(redis)
  const isOptions = typeof redis === 'object' && redis !== null
  if (!isAddress && !isOptions)
    throw new TypeError(`redisBus needs an address or options of ioredis, as in ${example}`)
  if (typeof prefix !== 'string' || /\s/.test(prefix)) {
    throw new TypeError('prefix must be a text without white space')
  }
  if (!Number.isInteger(waitingBytes) || waitingBytes < 0) {
    throw new TypeError('waitingBytes must be a whole number of bytes')
  }
  return options
}
