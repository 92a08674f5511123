/** Returns the size of the value as JSON, in bytes of UTF-8. */
export function jsonBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value))
}
