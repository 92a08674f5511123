import { byProfile } from '../support/profile.js'

/**
 * Number of calls whose outcome is compared, on all sides of all test files together. Each sequence is played on every
 * side.
 */
export const callCount = Number(
  process.env.PARLEY_MODEL_CALLS ?? byProfile({ quick: 2_000, full: 10_000, nightly: 100_000 }),
)

/** Number of interleavings of three clients. */
export const interleavingCount = Number(
  process.env.PARLEY_MODEL_RUNS ?? byProfile({ quick: 15, full: 100, nightly: 1_000 }),
)

/** Seed of everything that is generated. */
export const seed = Number(process.env.PARLEY_MODEL_SEED ?? 20_261_123)

/** Path of the single sequence to play, as printed by a failure. Default: all sequences. */
export const path = process.env.PARLEY_MODEL_PATH
