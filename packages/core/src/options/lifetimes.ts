import { group } from './group.js'
import { integer } from './integer.js'
import { daySeconds } from './units.js'

export const lifetimes = group({
  /** Access token. */
  accessTokenSeconds: integer({ default: 28_800, minimum: 1, maximum: 365 * daySeconds }),
  /** Authorization code. */
  codeSeconds: integer({ default: 60, minimum: 1, maximum: 600 }),
  /** Session of the sign-in page. */
  signInSeconds: integer({ default: 43_200, minimum: 1, maximum: 30 * daySeconds }),
  /** Address of a file that `send_file` has sent; each read signs a new one. */
  fileUrlSeconds: integer({ default: daySeconds, minimum: 1, maximum: 365 * daySeconds }),
  /** File that no event names, from when it began to come; then it is removed. Longer than an upload takes. */
  unnamedFileSeconds: integer({ default: daySeconds, minimum: 1, maximum: 365 * daySeconds }),
  /** Customer token. */
  customerTokenSeconds: integer({ default: 28_800, minimum: 1, maximum: 30 * daySeconds }),
})
