/**
 * Returns the canonical JSON of the value as RFC 8785 defines it, independent of the order of keys, or an empty string
 * when the value has no JSON. Strings and numbers are written as ECMAScript does, which is what the RFC requires.
 */
export function canonicalJson(value: unknown): string {
  const json: string | undefined = JSON.stringify(value)
  // The value is parsed again, so that values with methods or dates from in-process callers compare as their JSON does.
  return json === undefined ? '' : write(JSON.parse(json))
}

function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  // Keys are sorted by UTF-16 code units, as the RFC requires.
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${write(part)}`).join(',')}}`
}
