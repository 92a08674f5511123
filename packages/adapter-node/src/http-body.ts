import type { BodyStream, HttpBody } from '@parley/core/adapter'
import { IncomingBody } from './incoming-body.js'
import { hasBody, isForm, wasRead } from './message-body.js'
import type { MiddlewareRequest } from './middleware-request.js'

/**
 * Returns the body of a request that may have passed through body parsers. What a parser left in `request.body` is used
 * instead of the stream.
 */
export function toHttpBody(request: MiddlewareRequest, incomplete: Set<IncomingBody>): HttpBody {
  if (!wasRead(request)) return new IncomingBody(request, incomplete)
  const { body } = request
  // A text has lost the bytes of a file.
  if (typeof body === 'string' && !isForm(request)) return new ReadBody(Buffer.from(body))
  if (body instanceof Uint8Array) return new ReadBody(body)
  if (body !== undefined && typeof body !== 'string') return { kind: 'parsed', value: body }
  return hasBody(request) ? new IncomingBody(request, incomplete) : new ReadBody(Buffer.alloc(0))
}

/** A body that was read completely before the engine asked for it. */
class ReadBody implements BodyStream {
  readonly kind = 'stream'
  /** Always `true`, because parsers decompress what they read. */
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
    const capacity = this.#bytes.length === 0 ? undefined : listener.data(this.#bytes)
    if (capacity === undefined) end()
    else capacity.then(end)
  }

  discard(): void {
    this.#isDiscarded = true
  }
}
