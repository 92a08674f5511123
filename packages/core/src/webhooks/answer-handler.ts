import type { Dispatcher } from 'undici'

/** Of a destination. */
export interface Answer {
  readonly status: number
  /** As it stands in the header. */
  readonly retryAfter: string | null
}

/** Of an answer; nobody wants it, but a connection is used again only once it was read. */
const maxAnswerBytes = 65_536

/** One of them is called, or both; what comes first counts. */
export interface AnswerOutcome {
  readonly answered: (answer: Answer) => void
  readonly failed: (cause: unknown) => void
}

/** Reads an answer as far as it is wanted, which costs half of what a body does that is a stream. */
export class AnswerHandler implements Dispatcher.DispatchHandler {
  readonly #outcome: AnswerOutcome
  #controller: Dispatcher.DispatchController | undefined
  #abortedBy: Error | undefined
  #answer: Answer | undefined
  #byteCount = 0

  constructor(outcome: AnswerOutcome) {
    this.#outcome = outcome
  }

  /** Ends the request; one that still waits for its connection is not sent any more. */
  abort(cause: Error): void {
    this.#abortedBy = cause
    this.#controller?.abort(cause)
    this.#outcome.failed(cause)
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
    this.#answer = { status, retryAfter: typeof retryAfter === 'string' ? retryAfter : null }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#byteCount += chunk.length
    if (this.#byteCount <= maxAnswerBytes) return
    this.onResponseEnd()
    controller.abort(new Error('the answer is too long to be read'))
  }

  onResponseEnd(): void {
    if (this.#answer !== undefined) this.#outcome.answered(this.#answer)
  }

  onResponseError(_: Dispatcher.DispatchController, cause: Error): void {
    this.#outcome.failed(cause)
  }
}
