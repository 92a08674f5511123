import { byProfile } from '../support/profile.js'

/** Calls whose outcome is compared, on all sides of all files together: each sequence is played on every side. */
export const callCount = Number(
  process.env.PARLEY_MODEL_CALLS ?? byProfile({ quick: 2_000, full: 10_000, nightly: 100_000 }),
)

/** Interleavings of three clients. */
export const interleavingCount = Number(
  process.env.PARLEY_MODEL_RUNS ?? byProfile({ quick: 15, full: 100, nightly: 1_000 }),
)

/** Chooses all that is generated. */
export const seed = Number(process.env.PARLEY_MODEL_SEED ?? 20_261_123)

/** The one sequence of the seed that is played, as a failure has named it; default: all. */
export const path = process.env.PARLEY_MODEL_PATH
