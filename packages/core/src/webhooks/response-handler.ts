import type { Dispatcher } from 'undici'

/** The response of a destination. */
export interface WebhookResponse {
  readonly status: number
  /** Value of the `Retry-After` header, unparsed. */
  readonly retryAfter: string | null
}

/**
 * Maximum size of a response body that is read, in bytes. Its content is ignored, but the connection can be reused only
 * after the body was read.
 */
const maxResponseBytes = 65_536

/** Callbacks for the result of a request. When both are called, the first call counts. */
export interface ResponseCallbacks {
  readonly onResponse: (response: WebhookResponse) => void
  readonly onError: (cause: unknown) => void
}

/**
 * Reads the status, the needed header and a bounded body of a response. Costs half as much as reading the body as a
 * stream.
 */
export class ResponseHandler implements Dispatcher.DispatchHandler {
  readonly #outcome: ResponseCallbacks
  #controller: Dispatcher.DispatchController | undefined
  #abortedBy: Error | undefined
  #response: WebhookResponse | undefined
  #byteCount = 0

  constructor(outcome: ResponseCallbacks) {
    this.#outcome = outcome
  }

  /** Ends the request. A request that still waits for its connection is not sent. */
  abort(cause: Error): void {
    this.#abortedBy = cause
    this.#controller?.abort(cause)
    this.#outcome.onError(cause)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#abortedBy !== undefined) controller.abort(this.#abortedBy)
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2],
  ): void {
    const { 'retry-after': retryAfter } = headers
    this.#response = { status, retryAfter: typeof retryAfter === 'string' ? retryAfter : null }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#byteCount += chunk.length
    if (this.#byteCount <= maxResponseBytes) return
    this.onResponseEnd()
    controller.abort(new Error('the response is too long'))
  }

  onResponseEnd(): void {
    if (this.#response !== undefined) this.#outcome.onResponse(this.#response)
  }

  onResponseError(_: Dispatcher.DispatchController, cause: Error): void {
    this.#outcome.onError(cause)
  }
}
