/**
 * The one way in which RFC 8785 writes the value as JSON, whatever the order of its keys; of what has no JSON, nothing.
 * Strings and numbers are as ECMAScript writes them, which is what the RFC asks for.
 */
export function canonicalJson(value: unknown): string {
  const json: string | undefined = JSON.stringify(value)
  // Parsed again, so that a value in process, with methods and dates, counts as the JSON that it stands for.
  return json === undefined ? '' : write(JSON.parse(json))
}

function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  // By UTF-16 code units, as the RFC sorts keys.
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${write(part)}`).join(',')}}`
}
