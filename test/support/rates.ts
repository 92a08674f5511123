import { rates } from '../../packages/core/src/options/rates.js'

/** The default of every rate. */
export const defaultRates = Object.fromEntries(
  Object.entries(rates.properties).map(([name, option]) => [name, option.default]),
)

/** Every rate at its highest, for tests that ask for much in no time. */
export const unhurriedRates = Object.fromEntries(
  Object.entries(rates.properties).map(([name, { maximum }]) => [name, maximum]),
)
