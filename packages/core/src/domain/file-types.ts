/** Shown by browsers as images, which run nothing; everything else is saved (decisions §6.14). */
const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

export const textType = 'text/plain'
export const unknownType = 'application/octet-stream'

export function isImageType(contentType: string): boolean {
  return imageTypes.includes(contentType)
}

/** Controls, but for the four that texts have: tab, line feed, form feed and carriage return. */
const control = /(?![\t\n\f\r])\p{Cc}/u

/** Whether the beginning of a file is text in UTF-8; the last character may be cut. */
export function looksLikeText(head: Uint8Array): boolean {
  if (head.length === 0) return false
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return !control.test(text)
  } catch {
    return false
  }
}
