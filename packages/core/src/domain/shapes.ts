import { type DocumentedRules, type documentKeyword, formKeyword } from '../contract/limits.js'
import type { refusalKeyword } from '../contract/refused.js'

/** The part of JSON Schema that the contract and the options use, with the custom checks. */
export interface Shape {
  readonly type?: string
  /** The meaning of the field, for the reference documentation. */
  readonly description?: string
  /** A description of texts that match `pattern`, which continues the words "must be". */
  readonly [formKeyword]?: string
  /** The rules that the domain checks in addition to the schema, for documentation. */
  readonly [documentKeyword]?: DocumentedRules
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly not?: unknown
  /** The reason why the field cannot be set. */
  readonly [refusalKeyword]?: string
  readonly anyOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly patternProperties?: Readonly<Record<string, Shape>>
  readonly maxProperties?: number
  readonly items?: Shape
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  /** The kind of a text or number, such as `uuid`. */
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly '~refine'?: readonly Refinement[]
}

interface Refinement {
  check(value: unknown): boolean
  error(value: unknown): string
}

interface Kind {
  readonly name: string
  has(value: unknown): boolean
}

const kinds: Readonly<Record<string, Kind>> = {
  object: { name: 'an object', has: isRecord },
  array: { name: 'an array', has: Array.isArray },
  string: { name: 'a string', has: (value) => typeof value === 'string' },
  integer: { name: 'an integer', has: Number.isInteger },
  boolean: { name: 'a boolean', has: (value) => typeof value === 'boolean' },
  null: { name: 'null', has: (value) => value === null },
}

/** Returns whether the value is an object, and neither a list nor `null`. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns whether the value is of the shape's kind, without checking its content. */
export function isKind(shape: Shape, value: unknown): boolean {
  if (shape.const !== undefined) return value === shape.const
  if (shape.enum !== undefined) return shape.enum.includes(value)
  if (shape.anyOf !== undefined) return shape.anyOf.some((branch) => isKind(branch, value))
  return kinds[shape.type ?? '']?.has(value) ?? true
}

/** Returns a description of the shape that continues the words "must be", such as `an integer from 1 to 25`. */
export function describeShape(shape: Shape): string {
  if (shape.const !== undefined) return String(shape.const)
  if (shape.enum !== undefined) return `one of ${shape.enum.join(', ')}`
  if (shape.anyOf !== undefined) return describeBranches(shape.anyOf)
  const { name } = kinds[shape.type ?? ''] ?? { name: 'something else' }
  if (shape.minimum !== undefined && shape.maximum !== undefined)
    return `${name} from ${shape.minimum} to ${shape.maximum}`
  if (shape.additionalProperties !== false) return name
  return `${name} with some of ${Object.keys(shape.properties ?? {}).join(', ')}`
}

/** Returns a description of the branches of a union: `one of all, agents`, or `a string, an integer or a boolean`. */
export function describeBranches(branches: readonly Shape[]): string {
  const leaves = branches.flatMap((branch) => branch.anyOf ?? [branch])
  const names = leaves.map(describeShape)
  if (leaves.every((leaf) => leaf.const !== undefined)) return `one of ${names.join(', ')}`
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
