import { type GatedWay, gateTo } from './tcp-gate.js'

/** Set by scripts/test.ts; `undefined` when this machine has no Redis. */
const redisUrl: string | undefined = process.env.PARLEY_TEST_REDIS

/** Why tests that need it are skipped; `false` where there is one. */
export const noRedis: string | false = redisUrl === undefined && 'PARLEY_TEST_REDIS is not set'

/** Other tests use the same one: who has a bus there gives it a prefix of its own. */
export function requireRedisUrl(): string {
  if (redisUrl === undefined) {
    throw new Error('PARLEY_TEST_REDIS is not set: run through npm test, or skip where noRedis says so')
  }
  return redisUrl
}

/** A way to that Redis that can be cut off, while it serves others. */
export function gateToRedis(): Promise<GatedWay> {
  return gateTo(requireRedisUrl(), 6379)
}
