import { documentKeyword } from '../../../packages/core/src/contract/limits.js'
import { fileKeyword } from '../../../packages/core/src/contract/objects/uploaded-file.js'
import { specKeyword } from '../../../packages/core/src/contract/spec.js'
import { isKind, type Shape } from '../../../packages/core/src/domain/shapes.js'
import { isMap } from '../checks.js'
import type { Part } from './payloads.js'

/** A field that the schema of an object declares. */
export interface Declared {
  readonly name: string
  readonly shape: Shape
  readonly isOptional: boolean
}

/** Returns the section that the schema itself cites. */
export function sectionOf(shape: Shape): string | undefined {
  const section = specKeyword in shape ? shape[specKeyword] : undefined
  return typeof section === 'string' ? section : undefined
}

/** Returns whether the section is a decision, as cited by additions of Parley, and not a part of the specification. */
export function isDecision(section: string | undefined): boolean {
  return section?.startsWith('decisions ') ?? false
}

/** Returns the title of the documented object that begins with this schema, in a response or in a request. */
export function objectTitleOf(shape: Shape, part: Part): string | undefined {
  const section = sectionOf(shape)
  return part === 'request' && section !== undefined ? `${section} request` : section
}

/** Returns the documented fields of an object. An uploaded file counts as one value. */
export function declaredIn(shape: Shape): readonly Declared[] {
  if (fileKeyword in shape) return []
  return Object.entries(shape.properties ?? {})
    .filter(([, field]) => field.not === undefined && !isDecision(sectionOf(field)))
    .map(([name, field]) => ({ name, shape: field, isOptional: !isRequired(shape, name) }))
}

/** Returns whether the specification requires the field, even if the engine accepts its absence. */
function isRequired({ required = [], [documentKeyword]: rules }: Shape, name: string): boolean {
  return required.includes(name) || (rules?.required ?? []).includes(name)
}

/** Returns the schema of the values of a map. */
export function valuesOfMap(shape: Shape): Shape | undefined {
  return Object.values(shape.patternProperties ?? {})[0]
}

/** Returns the branches of a union that a value belongs to. Objects are distinguished by their `type`. */
export function branchesFor(branches: readonly Shape[], value: unknown): readonly Shape[] {
  return branches.filter((branch) => {
    const type = branch.properties?.type
    return type === undefined ? isKind(branch, value) : isMap(value) && isKind(type, value.type)
  })
}

/**
 * Returns the kind of a value in a word, such as `string`, `uuid[]` or `integer|string`. A literal stands for itself.
 */
export function wordFor(shape: Shape): string {
  const { anyOf, items, type, format } = shape
  if (anyOf !== undefined) return [...new Set(anyOf.map(wordFor))].sort().join('|')
  if (items !== undefined) return `${wordFor(items)}[]`
  if (shape.const !== undefined) return String(shape.const).replaceAll(' ', '+')
  if (fileKeyword in shape) return 'file'
  return valuesOfMap(shape)?.type === 'string' ? 'map' : (format ?? type ?? 'any')
}
