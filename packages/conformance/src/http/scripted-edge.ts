import assert from 'node:assert/strict'
import type { BodyStream, Edge, HttpRequest, HttpResponse } from '@parley/core/adapter'

/** What is answered at once, whatever the case has the engine do. */
export const pingPath = '/ping'

/** An engine that owns every path and does what the case says. No case opens a real-time connection. */
export class ScriptedEdge implements Edge {
  readonly maxRtmFrameBytes = 1_000
  readonly paths = ['']
  answer: (request: HttpRequest) => Promise<HttpResponse> = async () => text('')

  owns(): boolean {
    return true
  }

  isSocketIo(): boolean {
    return false
  }

  corsHeaders(): HttpResponse['headers'] {
    return {}
  }

  http(request: HttpRequest): Promise<HttpResponse> {
    return request.path === pingPath ? Promise.resolve(text('')) : this.answer(request)
  }

  isCommitting(): boolean {
    return false
  }

  refuseRtm(): undefined {}

  rtm(): never {
    throw new TypeError('no case opens a real-time connection')
  }
}

export function text(body: string, status = 200): HttpResponse {
  return { status, headers: { 'content-type': 'text/plain' }, body }
}

/** The body, which nobody has parsed. */
export function streamOf({ body }: HttpRequest): BodyStream {
  assert.ok(body.kind === 'stream', 'the body was parsed')
  return body
}

/** The whole body. */
export function readAll(request: HttpRequest): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    streamOf(request).read({
      data: (chunk) => void chunks.push(chunk),
      end: () => resolve(Buffer.concat(chunks)),
      fail: reject,
    })
  })
}
