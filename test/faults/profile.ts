/** `nightly` is what `npm run test:nightly` sets: the same faults, harder and for longer, with the engine's own limits. */
export const isNightly = process.env.PARLEY_TEST_PROFILE === 'nightly'

/** How often a fault is repeated. */
export const rounds = Number(process.env.PARLEY_FAULTS_ROUNDS ?? (isNightly ? 20 : 2))

/** Chooses the moments. */
export const seed = Number(process.env.PARLEY_FAULTS_SEED ?? 20_260_701)

/** On a machine that runs everything, what is missing is a failure: nothing would be tested, and nobody would know. */
export function skipUnlessCi(reason: string): string {
  if (process.env.CI === 'true') throw new Error(`${reason}, but CI has to test this`)
  return reason
}
