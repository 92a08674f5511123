import { byProfile } from '../../support/profile.js'

/** Factor of every duration in this test. The quick profile runs five times as fast. */
export const pace = byProfile({ quick: 0.2, full: 1, nightly: 1 })
