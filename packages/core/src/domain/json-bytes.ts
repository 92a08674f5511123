/** What a value takes on the wire: its JSON in UTF-8. */
export function jsonBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value))
}
