import { rates } from '../../packages/core/src/options/rates.js'

/** Every rate at its highest, for tests that ask for much in no time. */
export const unhurriedRates = Object.fromEntries(
  Object.entries(rates.properties).map(([name, { maximum }]) => [name, maximum]),
)
