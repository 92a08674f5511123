import type { Deadlines } from '../../dispatch/deadlines.js'
import type { Shutdown } from '../../dispatch/shutdown.js'
import { invalid, ParleyError } from '../../errors.js'
import type { Cancellation } from '../../ports/storage.js'
import { BodyBudget } from './body-budget.js'
import { type BodyContent, type ParsedContent, parsedBytes } from './body-content.js'
import type { ByteBudget } from './byte-budget.js'
import { contentEncoding, requirePlain } from './content-encoding.js'
import { getHeader } from './headers.js'
import type { BodyStream, HttpHeaders, HttpRequest, ParsedBody } from './http.js'

/** The parts of a request that reading its body needs. */
type Sender = Pick<HttpRequest, 'headers' | 'body' | 'remoteAddress'>

/** Time limit for each step of a long body, in milliseconds. */
export const bodyStepMs = 2_000

export interface BodyReaderDependencies {
  readonly deadlines: Deadlines
  /** Time limits in which a request body that holds a share of the budget must grow by its next 32 KiB, or end. */
  readonly paces: Deadlines
  readonly maxBytes: number
  readonly budget: ByteBudget
  readonly shutdown: Shutdown
}

/** Reads whole bodies, within the limits of size and time and within the budget that all bodies share. */
export class BodyReader {
  readonly #dependencies: BodyReaderDependencies

  constructor(dependencies: BodyReaderDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Returns the whole body, as text unless it was already parsed. Rejects with `entity_too_large`, `request_timeout`,
   * `service_unavailable` when the engine or the server shuts down, or `validation` when the body is incomplete or not
   * UTF-8. The rest of a refused body is not read.
   */
  read(sender: Sender, mostBytes = this.#dependencies.maxBytes): Promise<BodyContent> {
    const { body } = sender
    const maxBytes = Math.min(mostBytes, this.#dependencies.maxBytes)
    return body.kind === 'stream'
      ? this.#readText(sender, body, maxBytes)
      : this.#takeParsed(sender, body, maxBytes)
  }

  #readText({ headers, remoteAddress }: Sender, body: BodyStream, maxBytes: number): Promise<string> {
    const { shutdown, deadlines, budget, paces } = this.#dependencies
    // The hot path of every request: one promise, which the stream settles itself.
    return new Promise((resolve, reject) => {
      const bodyBudget = new BodyBudget(budget, paces, remoteAddress)
      let isOver = false
      const isFirstEnd = () => {
        if (isOver) return false
        isOver = true
        deadlines.end(deadline)
        bodyBudget.release()
        return true
      }
      const refuse = (cause: unknown) => {
        if (!isFirstEnd()) return
        body.discard()
        reject(cause)
      }
      const succeed = (text: string) => {
        if (isFirstEnd()) resolve(text)
      }
      const deadline = deadlines.start(refuse)
      try {
        shutdown.check()
        requirePlain(headers, body)
        if ((announcedBytes(headers) ?? 0) > maxBytes) throw tooLarge(maxBytes)
        readText(body, { maxBytes, bodyBudget, cancellation: deadline, succeed, refuse })
      } catch (cause) {
        refuse(cause)
      }
    })
  }

  async #takeParsed({ headers }: Sender, { value }: ParsedBody, maxBytes: number): Promise<ParsedContent> {
    this.#dependencies.shutdown.check()
    const bytes = parsedLength(headers) ?? parsedBytes(value, maxBytes)
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    return { value, bytes }
  }
}

/** Returns the announced length, unless the parser has decompressed the body. */
function parsedLength(headers: HttpHeaders): number | undefined {
  return contentEncoding(headers) === 'identity' ? announcedBytes(headers) : undefined
}

function announcedBytes(headers: HttpHeaders): number | undefined {
  const length = getHeader(headers, 'content-length')
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : undefined
}

interface Reading {
  readonly maxBytes: number
  readonly bodyBudget: BodyBudget
  readonly cancellation: Cancellation
  readonly succeed: (text: string) => void
  readonly refuse: (cause: unknown) => void
}

function readText(body: BodyStream, { maxBytes, bodyBudget, cancellation, succeed, refuse }: Reading): void {
  const chunks: Uint8Array[] = []
  let size = 0
  body.read({
    data(chunk) {
      size += chunk.length
      if (size > maxBytes) {
        refuse(tooLarge(maxBytes))
        return undefined
      }
      chunks.push(chunk)
      return bodyBudget.reserve(size, cancellation, refuse)
    },
    end() {
      try {
        succeed(decode(chunks))
      } catch (cause) {
        refuse(cause)
      }
    },
    fail: (cause) => refuse(cause instanceof ParleyError ? cause : incomplete(cause)),
  })
}

function incomplete(cause: unknown): ParleyError {
  return invalid({ path: 'request', rule: 'malformed' }, 'the body is incomplete', cause)
}

function tooLarge(maxBytes: number): ParleyError {
  return new ParleyError('entity_too_large', { detail: `at most ${maxBytes} bytes` })
}

/** Keeps a byte order mark, so that it is refused as it is in a frame. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(chunks: readonly Uint8Array[]): string {
  const [only] = chunks
  try {
    return decoder.decode(chunks.length === 1 ? only : Buffer.concat(chunks))
  } catch {
    throw invalid({ path: 'request', rule: 'malformed' }, 'the body is not valid UTF-8')
  }
}
