import type { Deadlines } from '../../dispatch/deadlines.js'
import type { BodySource, HttpResponse } from './http.js'
import { SourceReader } from './source-reader.js'

/**
 * Converts a response for web-standard hosts. `paces` limits how long a client may take nothing of a body that is
 * produced while it is sent, or that counts toward a shared budget.
 */
export function toWebResponse(response: HttpResponse, method: string, paces: Deadlines): Response {
  const { status, body, onClose } = response
  const headers = new Headers(response.headers)
  const init = { status, headers }
  const isBodiless = status === 204 || status === 304
  if (typeof body === 'string' && onClose === undefined) return new Response(isBodiless ? null : body, init)
  const source = typeof body === 'string' ? sourceOf(body) : body
  if (source.length !== undefined) headers.set('Content-Length', String(source.length))
  const flow = new Flow(new SourceReader(source), paces, onClose)
  if (!isBodiless && method !== 'HEAD') return new Response(new ReadableStream(flow, nothingAhead), init)
  flow.cancel()
  return new Response(null, init)
}

/** Produces a chunk only when the client reads. */
const nothingAhead = { highWaterMark: 0 }
const pieceBytes = 65_536

function sourceOf(text: string): BodySource {
  const bytes = Buffer.from(text)
  return { chunks: piecesOf(bytes), length: bytes.length }
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes)
    yield new Uint8Array(bytes.subarray(at, at + pieceBytes))
}

/** Streams a body to a client that may stop reading or go away. */
class Flow {
  readonly #reader: SourceReader
  readonly #paces: Deadlines
  readonly #onClose: (() => void) | undefined
  #isOver = false
  #onPull: (() => void) | undefined

  constructor(reader: SourceReader, paces: Deadlines, onClose: (() => void) | undefined) {
    this.#reader = reader
    this.#paces = paces
    this.#onClose = onClose
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#awaitPull(controller)
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    this.#onPull?.()
    const chunk = await this.#next()
    if (this.#isOver) return
    if (chunk === undefined) {
      controller.close()
      this.cancel()
      return
    }
    controller.enqueue(chunk)
    this.#awaitPull(controller)
  }

  /** Stops sending, because the client no longer reads. */
  cancel(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#onPull?.()
    this.#reader.cancel()
    this.#onClose?.()
  }

  async #next(): Promise<Uint8Array | undefined> {
    try {
      return await this.#reader.next()
    } catch (cause) {
      this.cancel()
      throw cause
    }
  }

  #awaitPull(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const pulled = () =>
      new Promise<void>((resolve) => {
        this.#onPull = resolve
      })
    this.#paces.run(pulled).catch((cause: unknown) => {
      controller.error(cause)
      this.cancel()
    })
  }
}
