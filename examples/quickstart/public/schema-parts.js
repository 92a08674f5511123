import { resolve } from './openapi-operations.js'
import { isMap, nameOf, typeText } from './schema-text.js'

/**
 * Returns the parts of a schema: the `fields` of an object, or the `variants` of a union of objects. For arrays and
 * maps it returns the parts of their items, and `each` says so. Returns `undefined` for a value without parts.
 */
export function partsOf(schema, document, each = '') {
  const target = resolve(schema, document)
  if (target.items !== undefined) return partsOf(target.items, document, 'item')
  if (target.anyOf !== undefined) return variantsOf(target.anyOf, document, each)
  const { properties = {}, required = [] } = target
  const fields = Object.entries(properties).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: required.includes(name),
  }))
  if (fields.length > 0) return { each, fields }
  return isMap(target) ? partsOf(target.additionalProperties, document, 'value') : undefined
}

function variantsOf(branches, document, each) {
  const withParts = branches.filter((branch) => partsOf(branch, document) !== undefined)
  if (withParts.length === 0) return undefined
  const [only] = withParts
  if (withParts.length === 1) return partsOf(only, document, each)
  return { each, variants: withParts.map((schema) => ({ schema, name: variantName(schema, document) })) }
}

/**
 * Returns the field that distinguishes a variant from the others, such as `type: "message"`, or the name of its object.
 */
function variantName(schema, document) {
  const { properties = {} } = resolve(schema, document)
  const [name, field] = Object.entries(properties).find(([, { const: value }]) => value !== undefined) ?? []
  if (name !== undefined) return `${name}: ${JSON.stringify(field.const)}`
  return nameOf(schema) ?? typeText(schema)
}
