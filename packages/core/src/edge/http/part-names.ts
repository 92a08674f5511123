const escapes: ReadonlyMap<string, string> = new Map([
  ['%22', '"'],
  ['%0D', '\r'],
  ['%0A', '\n'],
])

/**
 * The name of a part, or of its file, as it was before a browser wrote it into a form: a quote, CR and LF are escaped, and
 * nothing else is, not even `%` (https://html.spec.whatwg.org/#multipart-form-data).
 */
export function decodedName<Name extends string | undefined>(name: Name): Name | string {
  return name?.replace(/%(?:22|0D|0A)/g, (escaped) => escapes.get(escaped) ?? escaped) ?? name
}
