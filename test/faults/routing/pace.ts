import { byProfile } from '../../support/profile.js'

/** Factor of every duration of the people and nodes: in the quick profile everything happens five times as fast. */
export const pace = byProfile({ quick: 0.2, full: 1, nightly: 1 })
