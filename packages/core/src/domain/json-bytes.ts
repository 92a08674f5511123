const encoder = new TextEncoder()

/** What a value takes on the wire: its JSON in UTF-8. */
export function jsonBytes(value: object): number {
  return utf8Bytes(JSON.stringify(value))
}

export function utf8Bytes(text: string): number {
  return encoder.encode(text).length
}
