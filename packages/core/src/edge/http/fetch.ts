import type { HttpBody, HttpRequest, HttpResponse } from './http.js'

/** What a host may add to a web-standard request. */
export interface FetchOptions {
  /** The client's address: customers are shown with it, and sign-ins are counted by it. */
  readonly remoteAddress?: string
}

/** A web-standard request as the edge takes it. Of what is no {@link FetchOptions} nothing is used. */
export function fromWebRequest(request: Request, options: unknown): HttpRequest {
  const { pathname, search, protocol } = new URL(request.url)
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    headers: Object.fromEntries(request.headers),
    remoteAddress: remoteAddressOf(options),
    isSecure: protocol === 'https:',
    body: bodyOf(request.body),
  }
}

export function toWebResponse({ status, headers, body, onGone }: HttpResponse): Response {
  const init = { status, headers: new Headers(headers) }
  if (onGone !== undefined) return new Response(streamOf(body, onGone), init)
  return new Response(status === 204 ? null : body, init)
}

function remoteAddressOf(options: unknown): string | null {
  if (typeof options !== 'object' || options === null || !('remoteAddress' in options)) return null
  return typeof options.remoteAddress === 'string' ? options.remoteAddress : null
}

const pieceBytes = 65_536

/** In pieces that are taken as the client reads them, so that it is known when all is gone. */
function streamOf(body: string, onGone: () => void): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(body)
  let at = 0
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + pieceBytes)))
      at += pieceBytes
      if (at < bytes.length) return
      controller.close()
      onGone()
    },
    cancel: onGone,
  })
}

function bodyOf(stream: ReadableStream<Uint8Array> | null): HttpBody {
  const reader = stream?.getReader()
  let isDiscarded = false
  return {
    read(listener) {
      const next = async (): Promise<void> => {
        const chunk = await reader?.read()
        if (isDiscarded) return
        if (chunk === undefined || chunk.done) return listener.end()
        await listener.data(chunk.value)
        if (isDiscarded) return
        return next()
      }
      next().catch((cause: unknown) => listener.fail(cause))
    },
    discard() {
      isDiscarded = true
      reader?.cancel().catch(() => undefined)
    },
  }
}
