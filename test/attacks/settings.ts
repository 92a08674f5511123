import { byProfile, seed } from '../support/profile.js'

/** Duration of an attack of one kind. */
export const seconds = Number(
  process.env.PARLEY_ATTACKS_SECONDS ?? byProfile({ quick: 0.05, full: 2, nightly: 60 }),
)

/** Every so many-th kind is played on PostgreSQL. */
export const postgresShare = 6

/** Whether a kind is among every `share`-th ones; the seed chooses which these are. */
export function isTurnOf(share: number, index: number): boolean {
  return index % share === seed % share
}

/** Parts of the names of the kinds that are wanted; absent: all. */
export const only: readonly string[] | undefined = process.env.PARLEY_ATTACKS_ONLY?.split(',')

/** The checkout whose engine is attacked, an earlier one for example. `null`: the engine of these tests. */
export const checkout = process.env.PARLEY_ATTACKS_ENGINE ?? null
