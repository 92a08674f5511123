/** Returns the type of a value in words: `array of Thread`, `"all" or "agents"`. */
export function typeText(schema) {
  const { $ref, format, anyOf, items, additionalProperties, type } = schema
  if ($ref !== undefined) return nameOf(schema)
  if (format === 'binary') return 'file'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return alternatives(schema.enum.map((value) => JSON.stringify(value)))
  if (anyOf !== undefined) return alternatives(anyOf.map(typeText))
  if (items !== undefined) return `array of ${typeText(items)}`
  if (isMap(schema)) return `map of ${typeText(additionalProperties)}`
  return type ?? 'any JSON'
}

/** Returns the name of the object that a reference points to. */
export function nameOf({ $ref }) {
  return $ref?.split('/').at(-1)
}

export function isMap({ additionalProperties }) {
  return typeof additionalProperties === 'object'
}

/** Returns the limits of a value: `1 to 256 characters`, or an empty text when it has none. */
export function limitsText(schema) {
  const { minLength, maxLength, minItems, maxItems, maxProperties, minimum, maximum, pattern } = schema
  return [
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
    range(undefined, maxProperties, ' keys'),
    range(minimum, maximum, ''),
    pattern && `must match ${pattern}`,
  ]
    .filter((text) => text !== undefined)
    .join(', ')
}

function range(minimum, maximum, unit) {
  if (minimum === undefined && maximum === undefined) return undefined
  if (maximum === undefined) return `at least ${shown(minimum)}${unit}`
  if (minimum === undefined) return `at most ${shown(maximum)}${unit}`
  return `${shown(minimum)} to ${shown(maximum)}${unit}`
}

function shown(number) {
  return number.toLocaleString('en-US')
}

function alternatives(texts) {
  const different = [...new Set(texts)]
  const last = different.pop()
  return different.length === 0 ? last : `${different.join(', ')} or ${last}`
}
