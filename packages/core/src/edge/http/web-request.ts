import { BodyTakenError } from '../../errors.js'
import type { BodyStream, HttpRequest } from './http.js'
import { findChunksError } from './small-chunks.js'

/** Options that a host may pass along with a web-standard request. */
export interface FetchOptions {
  /** Address of the client. It is shown for customers, and limits sign-ins. */
  readonly remoteAddress?: string
  /** Value that the hook `signIn` receives as `raw`, such as a framework's context. Default: the request. */
  readonly raw?: unknown
}

/**
 * Converts a web-standard request for the edge. Anything in `options` that is not a {@link FetchOptions} is ignored.
 */
export function fromWebRequest(request: Request, options: unknown): HttpRequest {
  const { pathname, search, protocol } = new URL(request.url)
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    headers: Object.fromEntries(request.headers),
    remoteAddress: remoteAddressOf(options),
    isSecure: protocol === 'https:',
    raw: rawOf(options) ?? request,
    body: new WebBody(request),
  }
}

function remoteAddressOf(options: unknown): string | null {
  if (typeof options !== 'object' || options === null || !('remoteAddress' in options)) return null
  return typeof options.remoteAddress === 'string' ? options.remoteAddress : null
}

/**
 * Reads only an own property, because objects that hosts pass by mistake, such as a route context, may inherit one of
 * that name.
 */
function rawOf(options: unknown): unknown {
  if (typeof options !== 'object' || options === null) return undefined
  return Object.getOwnPropertyDescriptor(options, 'raw')?.value
}

/** The body of a web-standard request. Locks the stream only when the engine reads it. */
class WebBody implements BodyStream {
  readonly kind = 'stream'
  readonly #request: Request
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  #isDiscarded = false

  constructor(request: Request) {
    this.#request = request
  }

  read(listener: Parameters<BodyStream['read']>[0]): void {
    this.#passOn(listener).catch((cause: unknown) => {
      if (!this.#isDiscarded) listener.fail(cause)
    })
  }

  discard(): void {
    if (this.#isDiscarded) return
    this.#isDiscarded = true
    const { body } = this.#request
    const held = this.#reader ?? (body?.locked === true ? undefined : body)
    // The body is not needed, so its end is not awaited.
    held?.cancel().catch(() => undefined)
  }

  async #passOn(listener: Parameters<BodyStream['read']>[0]): Promise<void> {
    const { body, bodyUsed } = this.#request
    if (bodyUsed || body?.locked === true) {
      throw new BodyTakenError(
        'Hand the request to parley.fetch before request.json() and its like, or a clone of it',
      )
    }
    this.#reader = body?.getReader()
    let bytes = 0
    for (let count = 1; !this.#isDiscarded; count += 1) {
      const chunk = await this.#reader?.read()
      if (this.#isDiscarded) return
      if (chunk === undefined || chunk.done) return listener.end()
      bytes += chunk.value.length
      const refusal = findChunksError(count, bytes)
      if (refusal !== undefined) throw refusal
      await listener.data(chunk.value)
    }
  }
}
