import { isNightly } from '../faults/profile.js'

/** Calls whose outcome is compared, on all sides of all files together: each sequence is played on every side. */
export const callCount = Number(process.env.PARLEY_MODEL_CALLS ?? (isNightly ? 100_000 : 10_000))

/** Interleavings of three clients. */
export const interleavingCount = Number(process.env.PARLEY_MODEL_RUNS ?? (isNightly ? 1_000 : 100))

/** Chooses all that is generated. */
export const seed = Number(process.env.PARLEY_MODEL_SEED ?? 20_261_123)

/** The one sequence of the seed that is played, as a failure has named it; default: all. */
export const path = process.env.PARLEY_MODEL_PATH
