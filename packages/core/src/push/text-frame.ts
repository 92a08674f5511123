import type { OutgoingFrame, WireFormat } from '../ports/rtm-connection.js'

/**
 * A frame that caches its bytes in each wire format. The bytes of the first format, usually the only one, are cached in
 * the object itself.
 */
export class TextFrame implements OutgoingFrame {
  readonly text: string
  #format: WireFormat | undefined
  #bytes: Uint8Array | undefined
  /** Caches the same text in all other formats. */
  #others: TextFrame | undefined

  constructor(text: string) {
    this.text = text
  }

  /** Size on the wire in bytes; approximated by the text length until the frame is encoded. */
  get byteLength(): number {
    return this.#bytes?.length ?? this.text.length
  }

  bytesIn(format: WireFormat): Uint8Array {
    if (this.#bytes === undefined) {
      this.#format = format
      this.#bytes = format.encode(this.text)
    } else if (this.#format !== format) {
      this.#others ??= new TextFrame(this.text)
      return this.#others.bytesIn(format)
    }
    return this.#bytes
  }
}
