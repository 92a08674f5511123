import { type ContractLimit, contractLimits as defaults } from '../contract/limits.js'
import { group } from './group.js'
import { type IntegerOption, integer } from './integer.js'

/** Of `typeof defaults`, for their comments. */
type ContractLimitOptions = { [L in keyof typeof defaults]: IntegerOption }

const names = Object.keys(defaults) as ContractLimit[]

export const contractLimits = group(
  Object.fromEntries(
    names.map((name) => [name, integer({ default: defaults[name], minimum: 1, maximum: 16_777_216 })]),
  ) as ContractLimitOptions,
)
