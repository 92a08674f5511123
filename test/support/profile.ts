/** Extent of a test run: `quick` is `npm test`, `full` is `npm run test:full`, `nightly` is `npm run test:nightly`. */
export type Profile = 'quick' | 'full' | 'nightly'

export const profile: Profile = parseProfile(process.env.PARLEY_TEST_PROFILE ?? 'quick')

export const isNightly = profile === 'nightly'

/** Whether tests assert milliseconds. The quick profile does not, because it has to pass on a busy machine. */
export const measuresTime = profile !== 'quick'

/** Reason to skip a test that only measures a duration. */
export const skipsTime = !measuresTime && 'measures time: npm run test:full'

/** Seed of the part of the quick profile that changes from day to day. */
export const seed = Number(process.env.PARLEY_TEST_SEED ?? 0)

/**
 * Returns whether the item at that position runs today. In the quick profile one in `share` items does, chosen by the
 * seed.
 */
export function isToday(position: number, share: number): boolean {
  return profile !== 'quick' || (position + seed) % share === 0
}

/** Returns the value for this profile. */
export function byProfile<T>(values: Readonly<Record<Profile, T>>): T {
  return values[profile]
}

function parseProfile(name: string): Profile {
  if (name === 'quick' || name === 'full' || name === 'nightly') return name
  throw new TypeError(`PARLEY_TEST_PROFILE is quick, full or nightly, not ${name}`)
}
