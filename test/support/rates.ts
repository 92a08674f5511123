import { rates } from '../../packages/core/src/options/limits.js'

/** Default of every rate limit. */
export const defaultRates = Object.fromEntries(
  Object.entries(rates.properties).map(([name, option]) => [name, option.default]),
)

/** Maximum of every rate limit, for tests that send many requests in no time. */
export const unhurriedRates = Object.fromEntries(
  Object.entries(rates.properties).map(([name, { maximum }]) => [name, maximum]),
)
