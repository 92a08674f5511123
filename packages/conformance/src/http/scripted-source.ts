import type { BodySource, HttpResponse } from '@parley/core/adapter'

export const chunkBytes = 65_536

/**
 * A response body that counts how often it is read and closed. It ends after its chunks, unless the case sets `atEnd`.
 */
export class ScriptedSource implements BodySource, AsyncIterableIterator<Uint8Array> {
  readonly chunks = this
  readonly length?: number
  takenBytes = 0
  nextCount = 0
  returnCount = 0
  goneCount = 0
  /** Called after the last chunk; by default it ends the body. */
  atEnd: () => Promise<IteratorResult<Uint8Array>> = async () => ({ done: true, value: undefined })
  /** Resolves once the adapter has both closed the source and reported that the response is gone. */
  readonly over: Promise<unknown>
  #onReturn: (() => void) | undefined
  #onClose: (() => void) | undefined
  #left: number

  constructor(chunkCount: number, length?: number) {
    this.#left = chunkCount
    if (length !== undefined) this.length = length
    const returned = new Promise<void>((resolve) => {
      this.#onReturn = resolve
    })
    this.over = Promise.all([returned, this.gone])
  }

  /** Resolves once the adapter has reported that the response is gone. */
  readonly gone = new Promise<void>((resolve) => {
    this.#onClose = resolve
  })

  get response(): HttpResponse {
    const onClose = () => {
      this.goneCount += 1
      this.#onClose?.()
    }
    return { status: 200, headers: {}, body: this, onClose }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    this.nextCount += 1
    if (this.#left === 0) return this.atEnd()
    this.#left -= 1
    this.takenBytes += chunkBytes
    return { done: false, value: chunkAt(this.#left) }
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    this.returnCount += 1
    this.#onReturn?.()
    return { done: true, value: undefined }
  }
}

/** Returns the chunk at `index`. Neighboring chunks differ, so that a wrong order shows up. */
function chunkAt(index: number): Uint8Array {
  return new Uint8Array(chunkBytes).fill(index)
}
