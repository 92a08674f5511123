import { byProfile } from '../support/profile.js'

/** Number of times that a fault is repeated. */
export const rounds = Number(
  process.env.PARLEY_FAULTS_ROUNDS ?? byProfile({ quick: 1, full: 2, nightly: 20 }),
)

/** Seed of the random moments at which faults happen. */
export const seed = Number(process.env.PARLEY_FAULTS_SEED ?? 20_260_701)

/** Returns the reason for a skip. In CI it throws instead, because a skipped test would go unnoticed there. */
export function skipUnlessCi(reason: string): string {
  if (process.env.CI === 'true') throw new Error(`${reason}, but CI must run this test`)
  return reason
}
