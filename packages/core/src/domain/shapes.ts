import { type DocumentedRules, type documentKeyword, formKeyword } from '../contract/limits.js'
import type { refusalKeyword } from '../contract/refused.js'

/** The part of JSON Schema that the contract and the options use, and checks of our own. */
export interface Shape {
  readonly type?: string
  /** What it means, for the reference. */
  readonly description?: string
  /** What a text with `pattern` is, after "must be". */
  readonly [formKeyword]?: string
  /** What the domain checks of it, for documents. */
  readonly [documentKeyword]?: DocumentedRules
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly not?: unknown
  /** Why a field cannot be set. */
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
  /** What a text or a number stands for, such as `uuid`. */
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

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value is what a shape is for at all, whatever may be wrong within it. */
export function isKind(shape: Shape, value: unknown): boolean {
  if (shape.const !== undefined) return value === shape.const
  if (shape.enum !== undefined) return shape.enum.includes(value)
  if (shape.anyOf !== undefined) return shape.anyOf.some((branch) => isKind(branch, value))
  return kinds[shape.type ?? '']?.has(value) ?? true
}

/** What a shape is for, to go on from "must be": `an integer from 1 to 25`. */
export function kindOf(shape: Shape): string {
  if (shape.const !== undefined) return String(shape.const)
  if (shape.enum !== undefined) return `one of ${shape.enum.join(', ')}`
  if (shape.anyOf !== undefined) return listOf(shape.anyOf)
  const { name } = kinds[shape.type ?? ''] ?? { name: 'something else' }
  if (shape.minimum !== undefined && shape.maximum !== undefined)
    return `${name} from ${shape.minimum} to ${shape.maximum}`
  if (shape.additionalProperties !== false) return name
  return `${name} with some of ${Object.keys(shape.properties ?? {}).join(', ')}`
}

/** What the branches of a union are for: `one of all, agents`, or `a string, an integer or a boolean`. */
export function listOf(branches: readonly Shape[]): string {
  const leaves = branches.flatMap((branch) => branch.anyOf ?? [branch])
  const names = leaves.map(kindOf)
  if (leaves.every((leaf) => leaf.const !== undefined)) return `one of ${names.join(', ')}`
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
