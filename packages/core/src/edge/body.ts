import type { Deadlines } from '../dispatch/deadlines.js'
import { invalid, ParleyError } from '../errors.js'
import { headerOf } from './headers.js'
import type { HttpBody, HttpHeaders } from './http.js'

/** Reads text bodies within their bounds of size and time. */
export class BodyReader {
  readonly #deadlines: Deadlines
  readonly #maxBytes: number

  constructor(deadlines: Deadlines, maxBytes: number) {
    this.#deadlines = deadlines
    this.#maxBytes = maxBytes
  }

  /**
   * A whole body. Rejects with `entity_too_large`, `request_timeout`, or `validation` when it breaks off or is no
   * UTF-8; what is left of it is thrown away.
   */
  async read(headers: HttpHeaders, body: HttpBody): Promise<string> {
    try {
      if (Number(headerOf(headers, 'content-length') ?? 0) > this.#maxBytes) throw tooLarge(this.#maxBytes)
      return await this.#deadlines.run(() => readText(body, this.#maxBytes))
    } catch (cause) {
      body.discard()
      throw cause
    }
  }
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
      fail: (cause) => reject(new ParleyError('validation', { detail: 'the body is incomplete', cause })),
    })
  })
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
