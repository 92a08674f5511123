import type { TSchema } from 'typebox'
import { formKeyword } from '../contract/limits.js'
import { refusalKeyword } from '../contract/refused.js'
import { isKind, isRecord, kindOf, listOf, type Shape } from './shapes.js'

/** The reason why a schema refused a value. */
export interface Problem {
  /** Path of the problem within the value, such as `.event.text` or `.groups[0]`; empty for the value itself. */
  readonly at: string
  /** Text that continues after the path: `is required`, or what the value should be, such as `must be a string`. */
  readonly text: string
  /** The value at that path. */
  readonly value: unknown
}

/** Returns the first problem in the order of the schema as a sentence, such as `payload.event.text is required`. */
export function explain(schema: TSchema, value: unknown, path: string): string {
  const { at, text } = problemOf(schema, value)
  return `${path}${at} ${text}`
}

/**
 * Returns the first problem in the order of the schema. In a union of objects told apart by `type`, looks only at the
 * branch of that type.
 * The validator's own errors do not help: it stops after eight of them, which in a union may all come from branches
 * that the client did not mean, and it puts no limit on the work of finding them.
 */
export function problemOf(schema: TSchema, value: unknown): Problem {
  return problemIn(schema as Shape, value) ?? wrong(value, 'has not the right shape')
}

function wrong(value: unknown, text: string): Problem {
  return { at: '', text, value }
}

function below(step: string, problem: Problem | undefined): Problem | undefined {
  return problem && { at: `${step}${problem.at}`, text: problem.text, value: problem.value }
}

function problemIn(shape: Shape, value: unknown): Problem | undefined {
  if (shape.not !== undefined) return wrong(value, refusalOf(shape))
  if (shape.anyOf !== undefined) return unionProblem(shape.anyOf, value)
  if (!isKind(shape, value)) return wrong(value, `must be ${kindOf(shape)}`)
  return contentProblem(shape, value) ?? refinementProblem(shape, value)
}

function refusalOf({ [refusalKeyword]: reason }: Shape): string {
  return reason === undefined ? 'cannot be set' : `cannot be set: ${reason}`
}

function contentProblem(shape: Shape, value: unknown): Problem | undefined {
  if (shape.type === 'object' && isRecord(value)) return objectProblem(shape, value)
  if (shape.type === 'array' && Array.isArray(value)) return arrayProblem(shape, value)
  const text = scalarProblem(shape, value)
  return text === undefined ? undefined : wrong(value, text)
}

/**
 * Runs the custom checks of the shape. They come last, as in the validator, because they rely on the kind of the value.
 */
function refinementProblem(shape: Shape, value: unknown): Problem | undefined {
  const failed = shape['~refine']?.find(({ check }) => !check(value))
  return failed && wrong(value, failed.error(value))
}

function objectProblem(shape: Shape, value: Readonly<Record<string, unknown>>): Problem | undefined {
  const unknown = unknownNames(shape, value)
  // Unknown keys come first, because a missing field may be one that is misspelled.
  if (unknown.length > 0) {
    const known = Object.keys(shape.properties ?? {})
    return wrong(value, `cannot have ${unknown.join(', ')}: its keys are ${known.join(', ')}`)
  }
  const refused = refusedName(shape, value)
  // Refused fields come before missing ones, because the missing field may be inside the refused one.
  if (refused !== undefined) return below(`.${refused.name}`, wrong(value[refused.name], refused.text))
  const missing = shape.required?.find((name) => value[name] === undefined)
  if (missing !== undefined) return below(`.${missing}`, wrong(undefined, 'is required'))
  if (Object.keys(value).length > (shape.maxProperties ?? Number.POSITIVE_INFINITY))
    return wrong(value, `must have at most ${shape.maxProperties} keys`)
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
  if (value.length < (shape.minItems ?? 0)) return wrong(value, `must have at least ${shape.minItems} items`)
  if (value.length > (shape.maxItems ?? Number.POSITIVE_INFINITY))
    return wrong(value, `must have at most ${shape.maxItems} items`)
  if (shape.items === undefined) return undefined
  for (const [index, item] of value.entries()) {
    const problem = below(`[${index}]`, problemIn(shape.items, item))
    if (problem !== undefined) return problem
  }
  return undefined
}

function scalarProblem(shape: Shape, value: unknown): string | undefined {
  if (typeof value === 'string') return stringProblem(shape, value)
  return typeof value === 'number' ? numberProblem(shape, value) : undefined
}

function stringProblem(shape: Shape, value: string): string | undefined {
  const length = [...value].length
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = shape
  if (length < minLength)
    return minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`
  if (length > maxLength) return `must have at most ${maxLength} characters`
  if (pattern === undefined || new RegExp(pattern, 'u').test(value)) return undefined
  return `must be ${shape[formKeyword] ?? `text that matches ${pattern}`}`
}

function numberProblem(shape: Shape, value: number): string | undefined {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = shape
  if (value >= minimum && value <= maximum) return undefined
  if (shape.minimum !== undefined && shape.maximum !== undefined) return `must be ${kindOf(shape)}`
  return value < minimum ? `must be at least ${minimum}` : `must be at most ${maximum}`
}

function unionProblem(branches: readonly Shape[], value: unknown): Problem | undefined {
  if (branches.some((branch) => problemIn(branch, value) === undefined)) return undefined
  const types = branches.map((branch) => branch.properties?.type?.const)
  if (types.every((type) => type !== undefined)) return taggedProblem(branches, types, value)
  const [fitting, another] = branches.filter((branch) => isKind(branch, value))
  if (fitting !== undefined && another === undefined) return problemIn(fitting, value)
  return wrong(value, `must be ${listOf(branches)}`)
}

function taggedProblem(branches: readonly Shape[], types: readonly unknown[], value: unknown) {
  if (!isRecord(value)) return wrong(value, 'must be an object')
  if (value.type === undefined) return below('.type', wrong(undefined, 'is required'))
  const branch = branches[types.indexOf(value.type)]
  if (branch !== undefined) return problemIn(branch, value)
  return below('.type', wrong(value.type, `must be one of ${types.join(', ')}`))
}
