import { randomBytes, randomFillSync } from 'node:crypto'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'

const poolBytes = 4_096
const randomBytesPerId = 8

/**
 * UUIDv7 with a 12-bit counter in `rand_a` (RFC 9562 §6.2, method 1), so that the ids of one process ascend even
 * within a millisecond and when the clock steps back.
 */
export class SystemIds implements Ids {
  readonly #clock: Clock
  readonly #pool = Buffer.alloc(poolBytes)
  #poolOffset = poolBytes
  #lastMs = 0
  #counter = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  uuid(): string {
    this.#tick()
    const random = this.#random()
    const time = this.#lastMs.toString(16).padStart(12, '0')
    const counter = this.#counter.toString(16).padStart(3, '0')
    const variant = ((random.readUInt8(0) & 0x3f) | 0x80).toString(16)
    const tail = random.toString('hex', 1)
    return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${variant}${tail.slice(0, 2)}-${tail.slice(2)}`
  }

  randomBytes(byteCount: number): Uint8Array {
    return randomBytes(byteCount)
  }

  #tick(): void {
    const now = this.#clock.now()
    if (now > this.#lastMs) {
      this.#lastMs = now
      this.#counter = 0
    } else if (this.#counter < 0xfff) {
      this.#counter += 1
    } else {
      this.#lastMs += 1
      this.#counter = 0
    }
  }

  /** Drawn from a pool: a call to the generator for every id would cost more than the id. */
  #random(): Buffer {
    if (this.#poolOffset + randomBytesPerId > poolBytes) {
      randomFillSync(this.#pool)
      this.#poolOffset = 0
    }
    this.#poolOffset += randomBytesPerId
    return this.#pool.subarray(this.#poolOffset - randomBytesPerId, this.#poolOffset)
  }
}
