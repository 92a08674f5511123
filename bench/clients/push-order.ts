const key = Buffer.from('order":')

const [zero, nine] = [48, 57]

/** Finds the `order` of the message in a push. It first looks at the offset where the last push had it. */
export class OrderReader {
  #offset = 0

  /** Returns the order, or `undefined` when the frame has none. */
  read(bytes: Buffer, from: number, to: number): number | undefined {
    if (!isKeyAt(bytes, from + this.#offset)) {
      const at = bytes.indexOf(key, from)
      if (at < 0 || at >= to) return undefined
      this.#offset = at - from
    }
    let order = 0
    for (let at = from + this.#offset + key.length; at < to; at++) {
      const unit = bytes[at] ?? 0
      if (unit < zero || unit > nine) break
      order = order * 10 + unit - zero
    }
    return order
  }
}

function isKeyAt(bytes: Buffer, at: number): boolean {
  for (let index = 0; index < key.length; index++) if (bytes[at + index] !== key[index]) return false
  return true
}

/** Checks that a connection receives each message of a chat once and in order. */
export class PushOrder {
  #last: number | undefined
  #count = 0

  get count(): number {
    return this.#count
  }

  /** Throws when a message was left out, repeated or overtaken. */
  record(order: number | undefined): void {
    if (order === undefined) throw new Error('a push came without an order')
    if (this.#last !== undefined && order !== this.#last + 1) {
      throw new Error(`message ${order} came after message ${this.#last}`)
    }
    this.#last = order
    this.#count += 1
  }
}
