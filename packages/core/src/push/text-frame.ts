import type { OutgoingFrame, WireFormat } from '../ports/rtm-connection.js'

/** A frame that keeps its bytes in each wire format; of the first, which mostly is the only one, in itself. */
export class TextFrame implements OutgoingFrame {
  readonly text: string
  #format: WireFormat | undefined
  #bytes: Uint8Array | undefined
  /** The same text, for all other formats. */
  #others: TextFrame | undefined

  constructor(text: string) {
    this.text = text
  }

  /** What it takes on the wire; about so much as long as nobody has asked for its bytes. */
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
