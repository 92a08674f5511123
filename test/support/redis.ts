import { type GatedWay, gateTo } from './tcp-gate.js'

/** Address of the Redis server, set by scripts/test.ts; `undefined` when this machine has none. */
const redisUrl: string | undefined = process.env.PARLEY_TEST_REDIS

/** Reason to skip tests that need Redis; `false` when there is one. */
export const noRedis: string | false = redisUrl === undefined && 'PARLEY_TEST_REDIS is not set'

/** Returns the address of Redis. Other tests use the same server, so each bus needs its own prefix. */
export function requireRedisUrl(): string {
  if (redisUrl === undefined) {
    throw new Error('PARLEY_TEST_REDIS is not set: run through npm test, or skip where noRedis says so')
  }
  return redisUrl
}

/** Opens a connection to Redis that can be cut off without affecting other tests. */
export function gateToRedis(): Promise<GatedWay> {
  return gateTo(requireRedisUrl(), 6379)
}
