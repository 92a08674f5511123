import type { HttpBody, HttpRequest, HttpResponse } from './http.js'

/** A web-standard request as the edge takes it. */
export function fromWebRequest(request: Request, remoteAddress: string | null): HttpRequest {
  const { pathname, search, protocol } = new URL(request.url)
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    headers: Object.fromEntries(request.headers),
    remoteAddress,
    isSecure: protocol === 'https:',
    body: bodyOf(request.body),
  }
}

export function toWebResponse({ status, headers, body }: HttpResponse): Response {
  return new Response(status === 204 ? null : body, { status, headers })
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
        listener.data(chunk.value)
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
