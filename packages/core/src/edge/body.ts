import { invalid, ParleyError } from '../errors.js'
import type { HttpBody } from './http.js'

/** Reads a whole text body within its bound. Rejects with `entity_too_large`, or `validation` for bad UTF-8. */
export function readText(body: HttpBody, maxBytes: number): Promise<string> {
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

export function tooLarge(maxBytes: number): ParleyError {
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
