import { meaningOfField } from '../../packages/core/src/contract/field-meanings.js'
import type { Shape } from '../../packages/core/src/domain/shapes.js'
import { namedObjects, nameOf } from './named-objects.js'
import { isFile } from './types.js'

export type JsonSchema = Readonly<Record<string, unknown>>

/** A kind of document, in which objects that have names are kept apart and referred to. */
export interface Dialect {
  readonly folder: string
  /** Whether a description may stand beside a reference. */
  readonly describesReferences: boolean
}

export const openApiDialect: Dialect = { folder: '#/components/schemas/', describesReferences: true }
export const asyncApiDialect: Dialect = { folder: '#/components/schemas/', describesReferences: false }

/** The shape in JSON Schema, without what only the engine knows of. */
export function jsonSchema(shape: Shape, dialect: Dialect): JsonSchema {
  const name = nameOf(shape)
  return name === undefined ? definition(shape, dialect) : { $ref: `${dialect.folder}${name}` }
}

/** The objects that a document refers to, and those that they refer to in turn. */
export function referredTo(document: unknown, dialect: Dialect): Readonly<Record<string, JsonSchema>> {
  const found = new Map<string, JsonSchema>()
  const waiting = [...referencesIn(document, dialect)]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const shape = namedObjects.get(name)
    if (shape === undefined || found.has(name)) continue
    const schema = definition(shape, dialect)
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

function definition(shape: Shape, dialect: Dialect): JsonSchema {
  return { ...kindOf(shape, dialect), ...boundsOf(shape), ...defaultOf(shape) }
}

function kindOf(shape: Shape, dialect: Dialect): JsonSchema {
  const { anyOf, items, type } = shape
  if (shape.const !== undefined) return { type: typeof shape.const, const: shape.const }
  if (isFile(shape)) return { type: 'string', format: 'binary' }
  if (anyOf?.every((branch) => typeof branch.const === 'string')) {
    return { type: 'string', enum: anyOf.map((branch) => branch.const) }
  }
  if (anyOf !== undefined) return { anyOf: anyOf.map((branch) => jsonSchema(branch, dialect)) }
  if (items !== undefined) return { type, items: jsonSchema(items, dialect) }
  return type === 'object' ? objectOf(shape, dialect) : type === undefined ? {} : { type }
}

function objectOf(shape: Shape, dialect: Dialect): JsonSchema {
  const [value] = Object.values(shape.patternProperties ?? {})
  if (value !== undefined) return { type: 'object', additionalProperties: jsonSchema(value, dialect) }
  const fields = Object.entries(shape.properties ?? {}).filter(([, field]) => field.not === undefined)
  const properties = fields.map(([name, field]) => [name, described(name, field, dialect)] as const)
  const { required = [], additionalProperties } = shape
  return {
    type: 'object',
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
    ...(additionalProperties === false && { additionalProperties }),
  }
}

function described(name: string, field: Shape, dialect: Dialect): JsonSchema {
  const schema = jsonSchema(field, dialect)
  if ('$ref' in schema && !dialect.describesReferences) return schema
  return { ...schema, description: meaningOfField(name, field) }
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
  const given = bounds.flatMap((bound) => {
    const value = shape[bound]
    const saysNothing = value === undefined || (bound.startsWith('min') && bound !== 'minimum' && value === 0)
    return saysNothing ? [] : [[bound, value] as const]
  })
  return Object.fromEntries(given)
}

function defaultOf(shape: Shape): JsonSchema {
  return 'default' in shape ? { default: shape.default } : {}
}
