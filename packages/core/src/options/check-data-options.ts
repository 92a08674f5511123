import { Check, Default } from 'typebox/value'
import { ParleyConfigError } from '../config-error.js'
import { describeProblem, type Problem } from '../domain/explain.js'
import { checkOptionNames } from './option-names.js'
import { type DataOptions, dataOptions, type ParleyOptions } from './options.js'

const dataOptionNames = Object.keys(dataOptions.properties)

/**
 * Returns a copy of the options that are data, with the default of each that was left out. Throws a `ParleyConfigError`
 * that names the first wrong option.
 */
export function checkedDataOptions(options: Partial<ParleyOptions>): DataOptions {
  checkOptionNames(options)
  const given = dataOptionNames.map((name) => [name, copied(Reflect.get(options, name))])
  const complete: unknown = Default(dataOptions, Object.fromEntries(given))
  if (!Check(dataOptions, complete)) throw invalidOption(describeProblem(dataOptions, complete))
  return complete
}

/** Copies a group or a list, so that defaults are filled into the copy and not into the host's object. */
function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? [...value] : { ...value }
}

/** Options whose values never appear in a message. */
const secretOptions = /^\.encryptionKeys\b/

function invalidOption({ at, text, value }: Problem): ParleyConfigError {
  const option = at.slice(1)
  const isShown = (typeof value !== 'object' || value === null) && !secretOptions.test(at)
  const message = `Option ${option} ${text}${isShown ? `, not ${String(value)}` : ''}`
  return new ParleyConfigError('option_invalid', { option, message })
}
