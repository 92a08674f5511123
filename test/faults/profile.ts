import { byProfile } from '../support/profile.js'

/** How often a fault is repeated. */
export const rounds = Number(
  process.env.PARLEY_FAULTS_ROUNDS ?? byProfile({ quick: 1, full: 2, nightly: 20 }),
)

/** Chooses the moments. */
export const seed = Number(process.env.PARLEY_FAULTS_SEED ?? 20_260_701)

/** On a machine that runs everything, what is missing is a failure: nothing would be tested, and nobody would know. */
export function skipUnlessCi(reason: string): string {
  if (process.env.CI === 'true') throw new Error(`${reason}, but CI has to test this`)
  return reason
}
