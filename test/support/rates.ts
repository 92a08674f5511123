import { type NumericOption, numericOptions } from '../../packages/core/src/options.js'

const rates: Readonly<Record<string, NumericOption>> = numericOptions.rates

/** Every rate at its highest, for tests that ask for much in no time. */
export const unhurriedRates = Object.fromEntries(Object.entries(rates).map(([name, { max }]) => [name, max]))
