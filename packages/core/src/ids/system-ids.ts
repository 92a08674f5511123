import { randomBytes, randomFillSync } from 'node:crypto'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'

const poolBytes = 4_096
const randomBytesPerId = 8

/**
 * Creates UUIDv7 ids with a 12-bit counter in `rand_a` (RFC 9562 §6.2, method 1), so that the ids of one process ascend
 * even within a millisecond and when the clock goes backwards.
 */
export class SystemIds implements Ids {
  readonly #clock: Clock
  readonly #pool = Buffer.alloc(poolBytes)
  #poolOffset = poolBytes
  #lastMs = 0
  /** The first two groups of an id, which change only with `#lastMs`. */
  #time = '00000000-0000'
  #counter = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  uuid(): string {
    this.#tick()
    const versionAndCounter = (0x7000 | this.#counter).toString(16)
    const tail = this.#randomTail()
    return `${this.#time}-${versionAndCounter}-${tail.slice(0, 4)}-${tail.slice(4)}`
  }

  randomBytes(byteCount: number): Uint8Array {
    return randomBytes(byteCount)
  }

  #tick(): void {
    const now = this.#clock.now()
    if (now > this.#lastMs) this.#begin(now)
    else if (this.#counter < 0xfff) this.#counter += 1
    else this.#begin(this.#lastMs + 1)
  }

  #begin(millisecond: number): void {
    const time = millisecond.toString(16).padStart(12, '0')
    this.#lastMs = millisecond
    this.#time = `${time.slice(0, 8)}-${time.slice(8)}`
    this.#counter = 0
  }

  /**
   * Returns the last two groups of an id. They come from a pool of random bytes, because calling the generator for
   * every id would cost more than the id itself.
   */
  #randomTail(): string {
    if (this.#poolOffset + randomBytesPerId > poolBytes) {
      randomFillSync(this.#pool)
      this.#poolOffset = 0
    }
    const start = this.#poolOffset
    this.#poolOffset += randomBytesPerId
    this.#pool.writeUInt8((this.#pool.readUInt8(start) & 0x3f) | 0x80, start)
    return this.#pool.toString('hex', start, this.#poolOffset)
  }
}
