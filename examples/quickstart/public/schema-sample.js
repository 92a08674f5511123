import { resolve } from './openapi-operations.js'
import { isMap } from './schema-text.js'

/**
 * Returns a sample value of a schema, for when the document has no example. Without `isWhole` it contains only the
 * required fields.
 */
export function sampleOf(schema, document, { isWhole = false } = {}) {
  const target = resolve(schema, document)
  if (target.const !== undefined) return target.const
  if (target.default !== undefined) return target.default
  if (target.enum !== undefined) return target.enum[0]
  const part = (inner) => sampleOf(inner, document, { isWhole })
  if (target.anyOf !== undefined) return part(target.anyOf[0])
  if (target.items !== undefined) return [part(target.items)]
  if (target.properties !== undefined) return objectOf(target, isWhole, part)
  if (isMap(target)) return { key: part(target.additionalProperties) }
  return simpleSamples[target.type]?.(target) ?? {}
}

function objectOf({ properties, required = [] }, isWhole, part) {
  const fields = Object.entries(properties).filter(([name]) => isWhole || required.includes(name))
  return Object.fromEntries(fields.map(([name, field]) => [name, part(field)]))
}

const simpleSamples = {
  string: () => 'string',
  integer: ({ minimum = 0 }) => Math.max(minimum, 1),
  number: ({ minimum = 0 }) => Math.max(minimum, 1),
  boolean: () => true,
}
