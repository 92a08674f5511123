import { isNightly } from '../faults/profile.js'

/** Calls that are generated for all pairs together. */
export const callCount = Number(process.env.PARLEY_MODEL_CALLS ?? (isNightly ? 20_000 : 2_000))

/** Interleavings of three clients. */
export const interleavingCount = Number(process.env.PARLEY_MODEL_RUNS ?? (isNightly ? 1_000 : 100))

/** Chooses all that is generated. */
export const seed = Number(process.env.PARLEY_MODEL_SEED ?? 20_261_123)
