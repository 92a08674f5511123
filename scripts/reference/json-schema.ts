import { findFieldMeaning } from '../../packages/core/src/contract/field-meanings.js'
import { documentKeyword } from '../../packages/core/src/contract/limits.js'
import type { Shape } from '../../packages/core/src/domain/shapes.js'
import { namedObjects, nameOf } from './named-objects.js'
import { isFile } from './types.js'

export type JsonSchema = Readonly<Record<string, unknown>>

/** Settings of one kind of document, which keeps named objects in a folder and refers to them. */
export interface Dialect {
  readonly folder: string
  /** Whether a description may be next to a reference. */
  readonly describesReferences: boolean
}

export const openApiDialect: Dialect = { folder: '#/components/schemas/', describesReferences: true }
export const asyncApiDialect: Dialect = { folder: '#/components/schemas/', describesReferences: false }

/** Position of a schema within a document. */
export interface SchemaPlace {
  readonly dialect: Dialect
  /** Name that a code generator may give the type, such as `StartChatRequestChat`. */
  readonly title: string
  /** Part of the call that the schema describes. In a request, an optional field may also be `null` (decisions §15). */
  readonly part: 'request' | 'answer'
}

/** Joins names in Pascal case: `send_event` and `Request` become `SendEventRequest`. */
export function titleOf(...names: readonly string[]): string {
  const words = names.flatMap((name) => name.split(/[^a-zA-Z0-9]+/))
  return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('')
}

/** Returns the shape as JSON Schema, without the keywords that only the engine knows. */
export function jsonSchema(shape: Shape, place: SchemaPlace): JsonSchema {
  const name = nameOf(shape)
  if (name === undefined) return definition(shape, place)
  return { $ref: `${place.dialect.folder}${nameIn(name, shape, place)}` }
}

const requestSuffix = 'Request'

/**
 * Returns the name of a schema. An object with optional fields has a second schema for requests, where these may be
 * `null`.
 */
function nameIn(name: string, shape: Shape, { part }: SchemaPlace): string {
  const isApart = part === 'request' && !name.includes(requestSuffix) && hasOptional(shape)
  return isApart ? `${name}${requestSuffix}` : name
}

function hasOptional({
  properties = {},
  required = [],
  patternProperties = {},
  items,
  anyOf = [],
}: Shape): boolean {
  if (Object.keys(properties).some((name) => !required.includes(name))) return true
  const parts = [...Object.values(properties), ...Object.values(patternProperties), ...anyOf]
  return [...parts, ...(items === undefined ? [] : [items])].some(hasOptional)
}

/** Returns the objects that a document refers to, directly or through others. */
export function referredTo(document: unknown, dialect: Dialect): Readonly<Record<string, JsonSchema>> {
  const found = new Map<string, JsonSchema>()
  const waiting = [...referencesIn(document, dialect)]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const shape = namedObjects.get(name) ?? namedObjects.get(name.replace(/Request$/, ''))
    if (shape === undefined || found.has(name)) continue
    const part = name.includes(requestSuffix) ? 'request' : 'answer'
    const schema = definition(shape, { dialect, title: name, part })
    found.set(name, schema)
    waiting.push(...referencesIn(schema, dialect))
  }
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function* referencesIn(value: unknown, dialect: Dialect): Iterable<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    if (key === '$ref' && typeof part === 'string') yield part.slice(dialect.folder.length)
    else yield* referencesIn(part, dialect)
  }
}

function definition(shape: Shape, place: SchemaPlace): JsonSchema {
  const { required: _, ...rules } = shape[documentKeyword] ?? {}
  return { ...kindOf(shape, place), ...boundsOf(shape), ...rules, ...defaultOf(shape) }
}

function kindOf(shape: Shape, place: SchemaPlace): JsonSchema {
  const { anyOf, items, type } = shape
  if (shape.const !== undefined) return { type: typeof shape.const, const: shape.const }
  if (isFile(shape)) return { type: 'string', format: 'binary' }
  if (anyOf?.every((branch) => typeof branch.const === 'string')) {
    return { type: 'string', enum: anyOf.map((branch) => branch.const) }
  }
  if (anyOf !== undefined)
    return { anyOf: anyOf.map((branch) => jsonSchema(branch, branchIn(branch, place))) }
  if (items !== undefined) return { type, items: jsonSchema(items, below(place, 'item')) }
  return type === 'object' ? objectOf(shape, place) : type === undefined ? {} : { type }
}

/** Returns the position of a union's branch, titled after its `type` when it has one. */
function branchIn({ properties }: Shape, place: SchemaPlace): SchemaPlace {
  const type = properties?.type?.const
  return below(place, typeof type === 'string' ? type : 'object')
}

function below(place: SchemaPlace, name: string): SchemaPlace {
  return { ...place, title: titleOf(place.title, name) }
}

function objectOf(shape: Shape, place: SchemaPlace): JsonSchema {
  const { title } = place
  const [value] = Object.values(shape.patternProperties ?? {})
  if (value !== undefined) {
    return { type: 'object', title, additionalProperties: jsonSchema(value, below(place, 'value')) }
  }
  const { additionalProperties } = shape
  const required = requiredIn(shape)
  const fields = Object.entries(shape.properties ?? {}).filter(([, field]) => field.not === undefined)
  const properties = fields.map(([name, field]) => {
    const isNullable = place.part === 'request' && !required.includes(name)
    return [name, described(name, field, below(place, name), isNullable)] as const
  })
  return {
    type: 'object',
    title,
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
    ...(additionalProperties === false && { additionalProperties }),
  }
}

/** Returns the fields that documents list as required. */
export function requiredIn({ required = [], [documentKeyword]: rules }: Shape): readonly string[] {
  return [...required, ...(rules?.required ?? [])]
}

function described(name: string, field: Shape, place: SchemaPlace, isNullable: boolean): JsonSchema {
  const plain = jsonSchema(field, place)
  const schema = isNullable ? orNull(plain) : plain
  if ('$ref' in schema && !place.dialect.describesReferences) return schema
  return { ...schema, description: findFieldMeaning(name, field) }
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, anyOf } = schema
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...anyOf, { type: 'null' }] }
  if (typeof type !== 'string' || 'const' in schema) return { anyOf: [schema, { type: 'null' }] }
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) }
}

const bounds = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'maxProperties',
  'minimum',
  'maximum',
  'pattern',
] as const

function boundsOf(shape: Shape): JsonSchema {
  const limits = bounds.flatMap((bound) => {
    const value = shape[bound]
    const saysNothing = value === undefined || (bound.startsWith('min') && bound !== 'minimum' && value === 0)
    return saysNothing ? [] : [[bound, value] as const]
  })
  return Object.fromEntries(limits)
}

function defaultOf(shape: Shape): JsonSchema {
  return 'default' in shape ? { default: shape.default } : {}
}
