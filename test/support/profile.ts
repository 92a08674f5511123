/** How much of a test is run: `quick` by `npm test`, `full` by `npm run test:full`, `nightly` by `npm run test:nightly`. */
export type Profile = 'quick' | 'full' | 'nightly'

export const profile: Profile = parseProfile(process.env.PARLEY_TEST_PROFILE ?? 'quick')

export const isNightly = profile === 'nightly'

/** Whether tests judge by milliseconds. The quick profile has to pass on any machine, however busy, so it does not. */
export const measuresTime = profile !== 'quick'

/** Why a test whose only subject is how long something takes does not run. */
export const skipsTime = !measuresTime && 'measures time: npm run test:full'

/** Chooses what differs from day to day in the quick profile, so that over many days all of it runs. */
export const seed = Number(process.env.PARLEY_TEST_SEED ?? 0)

/** The value for this profile. */
export function byProfile<T>(values: Readonly<Record<Profile, T>>): T {
  return values[profile]
}

function parseProfile(name: string): Profile {
  if (name === 'quick' || name === 'full' || name === 'nightly') return name
  throw new TypeError(`PARLEY_TEST_PROFILE is quick, full or nightly, not ${name}`)
}
