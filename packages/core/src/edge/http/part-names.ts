const escapes: ReadonlyMap<string, string> = new Map([
  ['%22', '"'],
  ['%0D', '\r'],
  ['%0A', '\n'],
])

/**
 * Undoes how a browser escapes the name of a part or of its file in a form. Quotes, CR and LF are escaped, and nothing
 * else, not even `%` (https://html.spec.whatwg.org/#multipart-form-data).
 */
export function decodedName<Name extends string | undefined>(name: Name): Name | string {
  return name?.replace(/%(?:22|0D|0A)/g, (escaped) => escapes.get(escaped) ?? escaped) ?? name
}
