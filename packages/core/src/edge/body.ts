import type { Deadlines } from '../dispatch/deadlines.js'
import type { Shutdown } from '../dispatch/shutdown.js'
import { networkOf } from '../domain/addresses.js'
import { invalid, ParleyError } from '../errors.js'
import type { ByteBudget } from './byte-budget.js'
import { headerOf } from './headers.js'
import type { HttpBody, HttpRequest } from './http.js'

/** A request that has a body, perhaps. */
type Sender = Pick<HttpRequest, 'headers' | 'body' | 'remoteAddress'>

/** Shorter bodies are not worth counting: each connection has one at a time. */
const minCountedBytes = 16_384

/** Reads text bodies within their bounds of size and time, and of what all of them together have in memory. */
export class BodyReader {
  readonly #deadlines: Deadlines
  readonly #maxBytes: number
  readonly #budget: ByteBudget
  readonly #shutdown: Shutdown

  constructor(parts: { deadlines: Deadlines; maxBytes: number; budget: ByteBudget; shutdown: Shutdown }) {
    this.#deadlines = parts.deadlines
    this.#maxBytes = parts.maxBytes
    this.#budget = parts.budget
    this.#shutdown = parts.shutdown
  }

  /**
   * A whole body. Rejects with `entity_too_large`, `request_timeout`, `service_unavailable` when the engine or the server
   * goes down, or `validation` when it breaks off or is no UTF-8; what is left of it is thrown away.
   */
  async read(sender: Sender): Promise<string> {
    try {
      this.#shutdown.check()
      const bytes = expectedBytes(sender, this.#maxBytes)
      if (bytes > this.#maxBytes) throw tooLarge(this.#maxBytes)
      return await (bytes < minCountedBytes
        ? this.#deadlines.run(() => readText(sender.body, this.#maxBytes))
        : this.#readCounted(sender, bytes))
    } catch (cause) {
      sender.body.discard()
      throw cause
    }
  }

  /** What would be too much for all together is not read before there is room, within the time that it has. */
  async #readCounted({ body, remoteAddress }: Sender, bytes: number): Promise<string> {
    const holders = remoteAddress === null ? [] : [networkOf(remoteAddress)]
    let isHeld = false
    try {
      return await this.#deadlines.run(async (cancellation) => {
        await this.#budget.acquire(bytes, holders, cancellation)
        isHeld = true
        return readText(body, this.#maxBytes)
      })
    } finally {
      if (isHeld) this.#budget.release(bytes, holders)
    }
  }
}

/** As far as the head tells; a body of unknown length may come to as much as is read at all. */
function expectedBytes({ headers }: Sender, maxBytes: number): number {
  const length = headerOf(headers, 'content-length')
  if (length !== undefined && /^\d+$/.test(length)) return Number(length)
  return headers['transfer-encoding'] === undefined ? 0 : maxBytes
}

function readText(body: HttpBody, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let size = 0
    body.read({
      data(chunk) {
        size += chunk.length
        if (size > maxBytes) reject(tooLarge(maxBytes))
        else chunks.push(chunk)
      },
      end() {
        try {
          resolve(decode(chunks))
        } catch (cause) {
          reject(cause)
        }
      },
      fail: (cause) => reject(cause instanceof ParleyError ? cause : incomplete(cause)),
    })
  })
}

function incomplete(cause: unknown): ParleyError {
  return new ParleyError('validation', { detail: 'the body is incomplete', cause })
}

function tooLarge(maxBytes: number): ParleyError {
  return new ParleyError('entity_too_large', { detail: `at most ${maxBytes} bytes` })
}

/** A byte order mark stays, and so is refused as it is in a frame. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(chunks: readonly Uint8Array[]): string {
  const [only] = chunks
  try {
    return decoder.decode(chunks.length === 1 ? only : Buffer.concat(chunks))
  } catch {
    throw invalid('the body is not valid UTF-8')
  }
}
