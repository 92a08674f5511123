import { fileURLToPath } from 'node:url'
import { isNightly } from '../faults/profile.js'

/** Of each kind. */
export const seconds = Number(process.env.PARLEY_ATTACKS_SECONDS ?? (isNightly ? 60 : 2))

const dayMs = 86_400_000

/** Chooses order and sizes, and which kinds the short profile leaves out; in the nightly one another each day. */
export const seed = Number(
  process.env.PARLEY_ATTACKS_SEED ?? (isNightly ? Math.floor(Date.now() / dayMs) : 1),
)

/** Parts of the names of the kinds that are wanted; absent: all. */
export const only: readonly string[] | undefined = process.env.PARLEY_ATTACKS_ONLY?.split(',')

/** The checkout whose engine is attacked, an earlier one for example. Default: this one. */
export const checkout = process.env.PARLEY_ATTACKS_ENGINE ?? fileURLToPath(new URL('../..', import.meta.url))
