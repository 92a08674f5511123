import { Check, Default } from 'typebox/value'
import { type Problem, problemOf } from '../domain/explain.js'
import { codeOptionNames } from './check-code-options.js'
import { type DataOptions, dataOptions, type ParleyOptions } from './options.js'

const dataOptionNames = Object.keys(dataOptions.properties)

/** A copy of the options that are data, with defaults for what is left out; a `TypeError` that names the bad one. */
export function checkedDataOptions(options: Partial<ParleyOptions>): DataOptions {
  const unknown = Object.keys(options).find((name) => !isOption(name))
  if (unknown !== undefined) throw new TypeError(`Unknown option ${unknown}`)
  const given = dataOptionNames.map((name) => [name, copied(Reflect.get(options, name))])
  const complete: unknown = Default(dataOptions, Object.fromEntries(given))
  if (!Check(dataOptions, complete)) throw new TypeError(messageOf(problemOf(dataOptions, complete)))
  return complete
}

function isOption(name: string): boolean {
  return dataOptionNames.includes(name) || codeOptionNames.includes(name)
}

/** Defaults are filled into the copy, not into what is the host's. */
function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? [...value] : { ...value }
}

/** What is wrong in them is said without what was given. */
const secretOptions = /^\.encryptionKeys\b/

function messageOf({ at, text, value }: Problem): string {
  const isShown = (typeof value !== 'object' || value === null) && !secretOptions.test(at)
  return `Option ${at.slice(1)} ${text}${isShown ? `, not ${String(value)}` : ''}`
}
