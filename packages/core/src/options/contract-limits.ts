import { type ContractLimit, contractLimits as defaults } from '../contract/limits.js'
import { group, type IntegerOption, integer } from './schema.js'

const names = Object.keys(defaults) as ContractLimit[]

export const contractLimits = group(
  Object.fromEntries(
    names.map((name) => [name, integer({ default: defaults[name], minimum: 1, maximum: 16_777_216 })]),
  ) as { [L in keyof typeof defaults]: IntegerOption },
)
