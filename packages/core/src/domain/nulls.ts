import type { TSchema } from 'typebox'
import { isKind, isRecord, type Shape } from './shapes.js'

/**
 * Returns the value without the optional fields that are `null`, because typed clients send `null` for absent fields
 * (decisions §15.12). Required fields, values of maps and items of lists keep their `null`, so the schema decides about
 * them. Returns the same object when nothing is removed.
 */
export function withoutNulls(schema: TSchema, value: unknown): unknown {
  return without(schema as Shape, value)
}

function without(shape: Shape, value: unknown): unknown {
  if (shape.anyOf !== undefined) {
    const branch = branchFor(shape.anyOf, value)
    return branch === undefined ? value : without(branch, value)
  }
  if (shape.items !== undefined && Array.isArray(value)) return itemsWithoutNulls(shape.items, value)
  return isRecord(value) ? fieldsWithoutNulls(shape, value) : value
}

/**
 * Finds the branch of a union that the value belongs to. Objects in a union are told apart by literals such as `type`;
 * of other branches, at most one is an object.
 */
function branchFor(branches: readonly Shape[], value: unknown): Shape | undefined {
  return branches.find((branch) => isKind(branch, value) && hasLiterals(branch, value))
}

function hasLiterals({ properties = {} }: Shape, value: unknown): boolean {
  if (!isRecord(value)) return true
  const literals = Object.entries(properties).filter(([, field]) => field.const !== undefined)
  return literals.every(([name, field]) => value[name] === field.const)
}

function itemsWithoutNulls(shape: Shape, items: readonly unknown[]): readonly unknown[] {
  const kept = items.map((item) => without(shape, item))
  return kept.every((item, index) => item === items[index]) ? items : kept
}

function fieldsWithoutNulls(shape: Shape, value: Readonly<Record<string, unknown>>): unknown {
  const fields = Object.entries(value)
  const kept = fields.flatMap(([name, field]) => {
    const declared = declaredIn(shape, name)
    if (declared === undefined) return [[name, field] as const]
    if (field === null && isOptional(shape, name)) return []
    return [[name, without(declared, field)] as const]
  })
  const isSame =
    kept.length === fields.length && kept.every(([, field], index) => field === fields[index]?.[1])
  return isSame ? value : Object.fromEntries(kept)
}

/** Returns the shape of a field: the one declared for it, or that of the values of a map. */
function declaredIn({ properties = {}, patternProperties = {} }: Shape, name: string): Shape | undefined {
  if (Object.hasOwn(properties, name)) return properties[name]
  return Object.values(patternProperties)[0]
}

function isOptional({ properties = {}, required = [] }: Shape, name: string): boolean {
  return Object.hasOwn(properties, name) && !required.includes(name)
}
