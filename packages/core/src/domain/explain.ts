import type { TSchema } from 'typebox'
import { formKeyword } from '../contract/limits.js'
import { refusalKeyword } from '../contract/refused.js'
import { invalid, type ValidationError } from '../errors.js'
import type { ValidationRule } from '../validation-rules.js'
import { describeBranches, describeShape, isKind, isRecord, type Shape } from './shapes.js'

/** The reason why a schema refused a value. */
export interface Problem {
  /** Path of the problem within the value, such as `.event.text` or `.groups[0]`; empty for the value itself. */
  readonly at: string
  /** Text that continues after the path: `is required`, or what the value should be, such as `must be a string`. */
  readonly text: string
  /** The value at that path. */
  readonly value: unknown
  readonly rule: ValidationRule
  /** The bound that was passed. */
  readonly limit?: number
  /** The field itself, where `at` is the object that cannot have it. */
  readonly field?: string
}

/** Returns the `validation` error for a value that the schema refuses. `path` names the value itself. */
export function invalidBy(schema: TSchema, value: unknown, path: string): ValidationError {
  const { at, field = at, text, rule, limit } = describeProblem(schema, value)
  return invalid(
    { path: `${path}${field}`, rule, ...(limit !== undefined && { limit }) },
    `${path}${at} ${text}`,
  )
}

/** Returns the first problem in the order of the schema as a sentence, such as `payload.event.text is required`. */
export function explain(schema: TSchema, value: unknown, path: string): string {
  const { at, text } = describeProblem(schema, value)
  return `${path}${at} ${text}`
}

/**
 * Returns the first problem in the order of the schema. In a union of objects told apart by `type`, looks only at the
 * branch of that type.
 * The validator's own errors do not help: it stops after eight of them, which in a union may all come from branches
 * that the client did not mean, and it puts no limit on the work of finding them.
 */
export function describeProblem(schema: TSchema, value: unknown): Problem {
  return problemIn(schema as Shape, value) ?? wrong(value, 'wrong_format', 'has not the right shape')
}

function wrong(value: unknown, rule: ValidationRule, text: string): Problem {
  return { at: '', text, value, rule }
}

/** Returns the problem of a value that passes a bound. */
function beyond(value: unknown, rule: ValidationRule, limit: number, text: string): Problem {
  return { at: '', text, value, rule, limit }
}

function below(step: string, problem: Problem | undefined): Problem | undefined {
  if (problem === undefined) return undefined
  const { at, field } = problem
  return { ...problem, at: `${step}${at}`, ...(field !== undefined && { field: `${step}${field}` }) }
}

function problemIn(shape: Shape, value: unknown): Problem | undefined {
  if (shape.not !== undefined) return wrong(value, 'not_allowed', refusalOf(shape))
  if (shape.anyOf !== undefined) return unionProblem(shape.anyOf, value)
  if (!isKind(shape, value)) return wrong(value, kindRule(shape), `must be ${describeShape(shape)}`)
  return contentProblem(shape, value) ?? refinementProblem(shape, value)
}

/** Returns the rule that a value breaks which the shape does not take at all: a wrong choice, or a wrong type. */
function kindRule(shape: Shape): ValidationRule {
  return shape.const !== undefined || shape.enum !== undefined ? 'wrong_value' : 'wrong_type'
}

function refusalOf({ [refusalKeyword]: reason }: Shape): string {
  return reason === undefined ? 'cannot be set' : `cannot be set: ${reason}`
}

function contentProblem(shape: Shape, value: unknown): Problem | undefined {
  if (shape.type === 'object' && isRecord(value)) return objectProblem(shape, value)
  if (shape.type === 'array' && Array.isArray(value)) return arrayProblem(shape, value)
  return scalarProblem(shape, value)
}

/**
 * Runs the custom checks of the shape. They come last, as in the validator, because they rely on the kind of the value.
 */
function refinementProblem(shape: Shape, value: unknown): Problem | undefined {
  const failed = shape['~refine']?.find(({ check }) => !check(value))
  return failed && wrong(value, 'wrong_format', failed.error(value))
}

function objectProblem(shape: Shape, value: Readonly<Record<string, unknown>>): Problem | undefined {
  const unknown = unknownNames(shape, value)
  // Unknown keys come first, because a missing field may be one that is misspelled.
  if (unknown.length > 0) {
    const known = Object.keys(shape.properties ?? {})
    const text = `cannot have ${unknown.join(', ')}: its keys are ${known.join(', ')}`
    return { ...wrong(value, 'unknown_field', text), field: `.${unknown[0]}` }
  }
  const refused = refusedName(shape, value)
  // Refused fields come before missing ones, because the missing field may be inside the refused one.
  if (refused !== undefined)
    return below(`.${refused.name}`, wrong(value[refused.name], 'not_allowed', refused.text))
  const missing = shape.required?.find((name) => value[name] === undefined)
  if (missing !== undefined) return below(`.${missing}`, wrong(undefined, 'required', 'is required'))
  const { maxProperties = Number.POSITIVE_INFINITY } = shape
  if (Object.keys(value).length > maxProperties) {
    return beyond(value, 'too_many', maxProperties, `must have at most ${maxProperties} keys`)
  }
  for (const [name, property] of Object.entries(shape.properties ?? {})) {
    if (value[name] === undefined) continue
    const problem = below(`.${name}`, problemIn(property, value[name]))
    if (problem !== undefined) return problem
  }
  return mapProblem(Object.values(shape.patternProperties ?? {})[0], value)
}

function unknownNames({ properties = {}, additionalProperties }: Shape, value: object): readonly string[] {
  if (additionalProperties !== false) return []
  return Object.keys(value).filter((name) => !Object.hasOwn(properties, name))
}

function refusedName(
  { properties = {} }: Shape,
  value: Readonly<Record<string, unknown>>,
): { readonly name: string; readonly text: string } | undefined {
  for (const [name, property] of Object.entries(properties)) {
    if (property.not !== undefined && value[name] !== undefined) return { name, text: refusalOf(property) }
  }
  return undefined
}

function mapProblem(shape: Shape | undefined, value: Readonly<Record<string, unknown>>): Problem | undefined {
  if (shape === undefined) return undefined
  for (const [name, item] of Object.entries(value)) {
    const problem = below(`.${name}`, problemIn(shape, item))
    if (problem !== undefined) return problem
  }
  return undefined
}

function arrayProblem(shape: Shape, value: readonly unknown[]): Problem | undefined {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = shape
  if (value.length < minItems) {
    return beyond(value, 'too_few', minItems, `must have at least ${minItems} items`)
  }
  if (value.length > maxItems)
    return beyond(value, 'too_many', maxItems, `must have at most ${maxItems} items`)
  if (shape.items === undefined) return undefined
  for (const [index, item] of value.entries()) {
    const problem = below(`[${index}]`, problemIn(shape.items, item))
    if (problem !== undefined) return problem
  }
  return undefined
}

function scalarProblem(shape: Shape, value: unknown): Problem | undefined {
  if (typeof value === 'string') return stringProblem(shape, value)
  return typeof value === 'number' ? numberProblem(shape, value) : undefined
}

function stringProblem(shape: Shape, value: string): Problem | undefined {
  const length = [...value].length
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = shape
  if (length < minLength) {
    return minLength === 1
      ? wrong(value, 'empty', 'must not be empty')
      : beyond(value, 'too_short', minLength, `must have at least ${minLength} characters`)
  }
  if (length > maxLength) {
    return beyond(value, 'too_long', maxLength, `must have at most ${maxLength} characters`)
  }
  if (pattern === undefined || new RegExp(pattern, 'u').test(value)) return undefined
  return wrong(value, 'wrong_format', `must be ${shape[formKeyword] ?? `text that matches ${pattern}`}`)
}

function numberProblem(shape: Shape, value: number): Problem | undefined {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = shape
  if (value >= minimum && value <= maximum) return undefined
  const isRange = shape.minimum !== undefined && shape.maximum !== undefined
  const range = isRange ? `must be ${describeShape(shape)}` : undefined
  return value < minimum
    ? beyond(value, 'too_low', minimum, range ?? `must be at least ${minimum}`)
    : beyond(value, 'too_high', maximum, range ?? `must be at most ${maximum}`)
}

function unionProblem(branches: readonly Shape[], value: unknown): Problem | undefined {
  if (branches.some((branch) => problemIn(branch, value) === undefined)) return undefined
  const types = branches.map((branch) => branch.properties?.type?.const)
  if (types.every((type) => type !== undefined)) return taggedProblem(branches, types, value)
  const [fitting, another] = branches.filter((branch) => isKind(branch, value))
  if (fitting !== undefined && another === undefined) return problemIn(fitting, value)
  return wrong(value, unionRule(branches), `must be ${describeBranches(branches)}`)
}

function unionRule(branches: readonly Shape[]): ValidationRule {
  const leaves = branches.flatMap((branch) => branch.anyOf ?? [branch])
  return leaves.every((leaf) => kindRule(leaf) === 'wrong_value') ? 'wrong_value' : 'wrong_type'
}

function taggedProblem(branches: readonly Shape[], types: readonly unknown[], value: unknown) {
  if (!isRecord(value)) return wrong(value, 'wrong_type', 'must be an object')
  if (value.type === undefined) return below('.type', wrong(undefined, 'required', 'is required'))
  const branch = branches[types.indexOf(value.type)]
  if (branch !== undefined) return problemIn(branch, value)
  return below('.type', wrong(value.type, 'wrong_value', `must be one of ${types.join(', ')}`))
}
