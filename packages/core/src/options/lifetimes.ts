import { group } from './group.js'
import { integer } from './integer.js'
import { daySeconds } from './units.js'

/** How long tokens, sign-ins and addresses stay valid. */
export const lifetimes = group({
  /** Lifetime of an access token of an agent or app, in seconds. Default: 28,800 (8 h). */
  accessTokenSeconds: integer({ default: 28_800, minimum: 1, maximum: 365 * daySeconds }),
  /** Lifetime of a sign-in, in seconds. Default: 43,200 (12 h). */
  signInSeconds: integer({ default: 43_200, minimum: 1, maximum: 30 * daySeconds }),
  /**
   * Lifetime of the address of a file sent by `send_file`, in seconds. Every response and push contains a fresh
   * address. Default: 86,400 (24 h).
   */
  fileUrlSeconds: integer({ default: daySeconds, minimum: 1, maximum: 365 * daySeconds }),
  /** Lifetime of a customer token, in seconds. Default: 28,800 (8 h). */
  customerTokenSeconds: integer({ default: 28_800, minimum: 1, maximum: 30 * daySeconds }),
})
