import busboy from 'busboy'
import type { Deadlines } from '../../dispatch/deadlines.js'
import type { Shutdown } from '../../dispatch/shutdown.js'
import { BodyTakenError, invalid } from '../../errors.js'
import { requirePlain } from './content-encoding.js'
import { type Form, type FormBounds, FormParsing, type FormReceiver, findSizeError } from './form-parsing.js'
import { getHeader } from './headers.js'
import type { HttpHeaders, HttpRequest } from './http.js'

export interface FormReaderDependencies {
  readonly deadlines: Deadlines
  readonly shutdown: Shutdown
  readonly bounds: FormBounds
}

/** Returns whether the request is a `multipart/form-data` form. */
export function isForm(headers: HttpHeaders): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(getHeader(headers, 'content-type') ?? '')
}

/**
 * Reads `multipart/form-data` (RFC 7578) as a stream: a file goes to its storage, and is never in memory as a whole.
 */
export class FormReader {
  readonly #dependencies: FormReaderDependencies

  constructor(dependencies: FormReaderDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Reads a form. Rejects with `validation`, `entity_too_large`, `request_timeout`, or `service_unavailable` when the
   * engine shuts down, once the receiver has dropped an unusable file or the time is over.
   */
  async read<File>(request: HttpRequest, receiver: FormReceiver<File>): Promise<Form<File>> {
    const { body, headers } = request
    const { deadlines, shutdown, bounds } = this.#dependencies
    if (body.kind === 'parsed') {
      throw new BodyTakenError('Mount the body parser for multipart/form-data (such as multer) after Parley')
    }
    let parsing: FormParsing<File> | undefined
    try {
      shutdown.check()
      requirePlain(headers, body)
      const excess = findSizeError(Number(getHeader(headers, 'content-length') ?? 0), bounds)
      if (excess !== undefined) throw excess
      parsing = new FormParsing(body, parserOf(headers, bounds), bounds, receiver)
      const form = parsing.run()
      return await deadlines.run(() => form)
    } catch (cause) {
      parsing?.abandon(cause)
      body.discard()
      throw cause
    } finally {
      receiver.onReceived(parsing?.bytes ?? 0)
    }
  }
}

function parserOf(headers: HttpHeaders, { partCount, fieldBytes }: FormBounds): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': getHeader(headers, 'content-type') },
      defParamCharset: 'utf8',
      // One more than allowed, so that excess parts are noticed.
      limits: {
        parts: partCount + 1,
        files: 2,
        fields: partCount + 1,
        fieldNameSize: 256,
        fieldSize: fieldBytes + 1,
      },
    })
  } catch {
    throw invalid(
      { path: 'Content-Type', rule: 'malformed' },
      'Content-Type: multipart/form-data must have a boundary',
    )
  }
}
