import { contractLimits as defaults } from '../contract/limits.js'
import { group } from './group.js'
import { type IntegerOption, integer } from './integer.js'

/** The limits of requests that a host can change. The others are constants. */
export const contractLimitNames = [
  'eventTextLength',
  'formFieldCount',
  'richMessageElementCount',
  'richMessageButtonCount',
  'customerFieldCount',
  'customerFieldValueLength',
  'propertyValueLength',
] as const satisfies readonly (keyof typeof defaults)[]

/** Derived from `typeof defaults`, so that editors show the comments of the limits. */
type ContractLimitOptions = Pick<
  { [L in keyof typeof defaults]: IntegerOption },
  (typeof contractLimitNames)[number]
>

/** Limits on the texts, lists and maps of a request. */
export const contractLimits = group(
  Object.fromEntries(
    contractLimitNames.map((name) => [
      name,
      integer({ default: defaults[name], minimum: 1, maximum: 16_777_216 }),
    ]),
  ) as ContractLimitOptions,
)
