import type { IncomingMessage } from 'node:http'
import type { HttpBody } from '@parley/core'

type BodyListener = Parameters<HttpBody['read']>[0]

/** The body of a Node.js request. Attaches nothing to the request before the engine reads. */
export class IncomingBody implements HttpBody {
  readonly #request: IncomingMessage
  #stop: (() => void) | undefined
  #isDiscarded = false

  constructor(request: IncomingMessage) {
    this.#request = request
  }

  read(listener: BodyListener): void {
    if (this.#isDiscarded) return
    const request = this.#request
    // A request that already ended or died emits nothing more, so it would leave the engine waiting.
    if (request.destroyed || request.readableEnded) {
      process.nextTick(() => {
        if (!this.#isDiscarded) listener.fail(new Error('The request body is gone, or somebody else read it'))
      })
      return
    }
    this.#stop = listen(request, listener)
  }

  discard(): void {
    if (this.#isDiscarded) return
    this.#isDiscarded = true
    this.#stop?.()
    this.#request.resume()
  }
}

/** Returns what detaches the listener again. */
function listen(request: IncomingMessage, listener: BodyListener): () => void {
  const onData = (chunk: Uint8Array) => listener.data(chunk)
  const onEnd = () => {
    stop()
    listener.end()
  }
  // Node.js reports an aborted request as an 'error', but only while somebody listens for one; a request that
  // the host destroys without a cause has only a 'close'.
  const onFail = (cause?: unknown) => {
    stop()
    listener.fail(cause ?? new Error('The request was closed before its body ended'))
  }
  const stop = () => {
    request.off('data', onData).off('end', onEnd).off('error', onFail).off('close', onFail)
  }
  request.on('data', onData).on('end', onEnd).on('error', onFail).on('close', onFail)
  return stop
}
