/** What `filename` cannot hold: anything but plain ASCII, what ends or escapes it, and what some readers decode. */
const notPlain = /[^ !#$&'()*+,\-.0-9:;<=>?@A-Z[\]^_`a-z{|}~]/gu
/** Left as they are by `encodeURIComponent`, and not allowed in `filename*` (RFC 8187 §3.2.1). */
const unreserved = /['()*]/g

/** `Content-Disposition` of a file of that name (RFC 6266), for old readers and for those who know other letters. */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(notPlain, '_')
  const encoded = encodeURIComponent(name).replace(unreserved, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  })
  return `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
