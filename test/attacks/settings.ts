import { byProfile, seed } from '../support/profile.js'

/** Duration of each kind of attack, in seconds. */
export const seconds = Number(
  process.env.PARLEY_ATTACKS_SECONDS ?? byProfile({ quick: 0.05, full: 2, nightly: 60 }),
)

/** One of this many kinds is played on PostgreSQL. */
export const postgresShare = 6

/** Returns whether a kind is one of every `share` kinds. The seed determines which ones these are. */
export function isTurnOf(share: number, index: number): boolean {
  return index % share === seed % share
}

/** Parts of the names of the kinds to play. `undefined` plays all kinds. */
export const only: readonly string[] | undefined = process.env.PARLEY_ATTACKS_ONLY?.split(',')

/**
 * Folder of the checkout whose engine is attacked, such as an earlier version. `null` means the engine of this
 * repository.
 */
export const checkout = process.env.PARLEY_ATTACKS_ENGINE ?? null
