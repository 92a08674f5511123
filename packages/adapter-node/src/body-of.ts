import type { BodyStream, HttpBody } from '@parley/core'
import { IncomingBody } from './incoming-body.js'
import { hasBody, isForm, wasRead } from './message-body.js'
import type { MiddlewareRequest } from './middleware-request.js'

/** The body of a request that may have come through parsers. What they have read counts as what they say it is. */
export function bodyOf(request: MiddlewareRequest, incomplete: Set<IncomingBody>): HttpBody {
  if (!wasRead(request)) return new IncomingBody(request, incomplete)
  const { body } = request
  // As text the bytes of a file are lost.
  if (typeof body === 'string' && !isForm(request)) return new ReadBody(Buffer.from(body))
  if (body instanceof Uint8Array) return new ReadBody(body)
  if (body !== undefined && typeof body !== 'string') return { kind: 'parsed', value: body }
  return hasBody(request) ? new IncomingBody(request, incomplete) : new ReadBody(Buffer.alloc(0))
}

/** The bytes of a body that came whole before the engine asked. */
class ReadBody implements BodyStream {
  readonly kind = 'stream'
  /** Parsers unpack what they read. */
  readonly isDecoded = true
  readonly #bytes: Uint8Array
  #isDiscarded = false

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  read(listener: Parameters<BodyStream['read']>[0]): void {
    if (this.#isDiscarded) return
    const end = () => {
      if (!this.#isDiscarded) listener.end()
    }
    const room = this.#bytes.length === 0 ? undefined : listener.data(this.#bytes)
    if (room === undefined) end()
    else room.then(end)
  }

  discard(): void {
    this.#isDiscarded = true
  }
}
