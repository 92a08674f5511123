/**
 * Characters that `filename` must not contain: everything but plain ASCII, the quote and the escape that would end or
 * change the value, and characters that some clients decode.
 */
const notPlain = /[^ !#$&'()*+,\-.0-9:;<=>?@A-Z[\]^_`a-z{|}~]/gu
/** Characters that `encodeURIComponent` leaves as they are, but `filename*` does not allow (RFC 8187 §3.2.1). */
const unreserved = /['()*]/g

/**
 * Returns the `Content-Disposition` header for a file of that name (RFC 6266): an ASCII `filename` for old clients, and
 * `filename*` with every character.
 */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(notPlain, '_')
  const encoded = encodeURIComponent(name).replace(unreserved, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  })
  return `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
