import assert from 'node:assert/strict'
import type { BodyStream, Edge, HttpRequest, HttpResponse } from '@parley/core/adapter'

/** Path that is always answered immediately, whatever the case makes the engine do with other requests. */
export const pingPath = '/ping'

/** Stands in for the engine: owns every path and answers as the case says. No case opens a real-time connection. */
export class ScriptedEdge implements Edge {
  readonly maxRtmFrameBytes = 1_000
  readonly paths = ['']
  respond: (request: HttpRequest) => Promise<HttpResponse> = async () => text('')

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
    return request.path === pingPath ? Promise.resolve(text('')) : this.respond(request)
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

/** Returns the body stream of a request, and fails when the adapter has parsed the body. */
export function getStream({ body }: HttpRequest): BodyStream {
  assert.ok(body.kind === 'stream', 'the body was parsed')
  return body
}

/** Reads the whole body of a request. */
export function readAll(request: HttpRequest): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    getStream(request).read({
      data: (chunk) => void chunks.push(chunk),
      end: () => resolve(Buffer.concat(chunks)),
      fail: reject,
    })
  })
}
