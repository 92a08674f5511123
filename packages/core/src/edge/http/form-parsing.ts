import type { Readable } from 'node:stream'
import type busboy from 'busboy'
import { invalid, invalidField, ParleyError } from '../../errors.js'
import type { BodyStream } from './http.js'
import { decodedName } from './part-names.js'

/** The file in a form. */
export interface FormFile {
  /** Name of the form part. */
  readonly field: string
  /** File name that the client sent. */
  readonly name: string | undefined
  readonly chunks: AsyncIterable<Uint8Array>
}

/** A form that was read completely. */
export interface Form<File> {
  /** Text fields by name, in the order of the form. */
  readonly fields: ReadonlyMap<string, string>
  /** Result of `FormReceiver.take`; `undefined` when the form had no file. */
  readonly file: File | undefined
}

/** Receives what a form contains. */
export interface FormReceiver<File> {
  /** Reads the whole file, at most one per form. A rejection refuses the request. */
  receiveFile(file: FormFile): Promise<File>
  /** Called once at the end with the number of bytes that arrived, even when the form was refused. */
  onReceived(bytes: number): void
}

/** Size limits of a form. */
export interface FormBounds {
  readonly partCount: number
  readonly fieldBytes: number
  readonly fileBytes: number
}

/** Headers of a part, its boundary and line ends, in bytes. The parser accepts no longer ones. */
const partHeadBytes = 16_384

/** Returns the error that refuses a form of this size, or `undefined` when the size is allowed. */
export function findSizeError(
  bytes: number,
  { partCount, fieldBytes, fileBytes }: FormBounds,
): ParleyError | undefined {
  const maxBytes = fileBytes + partCount * (fieldBytes + partHeadBytes)
  if (bytes <= maxBytes) return undefined
  return new ParleyError('entity_too_large', { detail: `at most ${fileBytes} bytes a file` })
}

/** Parses one form while it arrives. */
export class FormParsing<File> {
  readonly #body: BodyStream
  readonly #parser: busboy.Busboy
  readonly #bounds: FormBounds
  readonly #receiver: FormReceiver<File>
  readonly #fields = new Map<string, string>()
  #file: Promise<File> | undefined
  #bytes = 0
  #partCount = 0
  #failure: { readonly cause: unknown } | undefined
  #onEnd: (() => void) | undefined
  /** Called when the parser accepts the next chunk. */
  #onDrain: (() => void) | undefined

  constructor(body: BodyStream, parser: busboy.Busboy, bounds: FormBounds, receiver: FormReceiver<File>) {
    this.#body = body
    this.#parser = parser
    this.#bounds = bounds
    this.#receiver = receiver
  }

  /** Number of bytes that have arrived. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Resolves when the whole form has arrived and its file was taken. On failure it rejects only after the file, if
   * there is one, was abandoned.
   */
  async run(): Promise<Form<File>> {
    const ended = new Promise<void>((resolve) => {
      this.#onEnd = resolve
    })
    this.#listen()
    this.#read()
    await ended
    const [taken] = await Promise.allSettled([this.#file])
    if (this.#failure !== undefined) throw this.#failure.cause
    if (taken.status === 'rejected') throw taken.reason
    return { fields: this.#fields, file: taken.value }
  }

  /** Stops reading. Only the first cause is reported. */
  abandon(cause: unknown): void {
    if (this.#failure !== undefined) return
    this.#failure = { cause }
    this.#body.discard()
    // Ends the file that is being read with this cause.
    this.#parser.destroy(cause instanceof Error ? cause : new Error('The form was given up', { cause }))
    this.#end()
  }

  #read(): void {
    this.#body.read({
      data: (chunk) => this.#write(chunk),
      end: () => this.#parser.end(),
      fail: (cause) => this.abandon(cause instanceof ParleyError ? cause : incomplete(cause)),
    })
  }

  #listen(): void {
    const parser = this.#parser
    parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
      this.#takeField(decodedName(name), value, nameTruncated || valueTruncated)
    })
    parser.on('file', (field, stream, { filename }) => {
      this.#takePart(decodedName(field), stream, decodedName(filename))
    })
    for (const event of ['partsLimit', 'fieldsLimit'] as const) {
      parser.on(event, () => this.abandon(this.#tooManyParts()))
    }
    parser.on('filesLimit', () =>
      this.abandon(
        invalid({ path: 'request', rule: 'too_many', limit: 1 }, 'the request has more than one file'),
      ),
    )
    // The parser emits an error again after it was destroyed.
    parser.on('error', (cause: unknown) => this.abandon(malformed(cause)))
    parser.on('drain', () => this.#onDrain?.())
    parser.on('close', () => this.#end())
  }

  #write(chunk: Uint8Array): undefined | Promise<void> {
    if (this.#failure !== undefined) return undefined
    this.#bytes += chunk.length
    // The parser skips data outside of parts and oversized fields without limit, so the total is checked here.
    const excess = findSizeError(this.#bytes, this.#bounds)
    if (excess !== undefined) {
      this.abandon(excess)
      return undefined
    }
    if (this.#parser.write(chunk)) return undefined
    return new Promise((resolve) => {
      this.#onDrain = resolve
    })
  }

  #takeField(name: string | undefined, value: string, isTruncated: boolean): void {
    const { fieldBytes } = this.#bounds
    if (!this.#countPart()) return
    if (isTruncated || Buffer.byteLength(value) > fieldBytes) {
      const path = name?.slice(0, 64) ?? 'request'
      this.abandon(
        invalidField({ path, rule: 'too_long', limit: fieldBytes }, `must have at most ${fieldBytes} bytes`),
      )
    } else if (name === undefined) {
      this.abandon(invalid({ path: 'request', rule: 'malformed' }, 'a part of the form has no name'))
    } else if (this.#fields.has(name)) {
      this.abandon(invalidField({ path: name.slice(0, 64), rule: 'duplicate' }, 'is there twice'))
    } else this.#fields.set(name, value)
  }

  #takePart(field: string | undefined, stream: Readable, filename: string | undefined): void {
    // The receiver sees a failure when it reads. This listener is for the time in which it does not read.
    stream.on('error', ignore)
    if (!this.#countPart()) return
    if (this.#file !== undefined) {
      this.abandon(
        invalid({ path: 'request', rule: 'too_many', limit: 1 }, 'the request has more than one file'),
      )
      return
    }
    this.#file = this.#receiver.receiveFile({ field: field ?? '', name: filename, chunks: stream })
    this.#file.catch((cause: unknown) => this.abandon(cause))
  }

  /** Counts a part. Returns `false` when there are too many. */
  #countPart(): boolean {
    if (this.#failure !== undefined) return false
    this.#partCount += 1
    const isAllowed = this.#partCount <= this.#bounds.partCount
    if (!isAllowed) this.abandon(this.#tooManyParts())
    return isAllowed
  }

  #tooManyParts(): ParleyError {
    return invalid(
      { path: 'request', rule: 'too_many', limit: this.#bounds.partCount },
      `the form has more than ${this.#bounds.partCount} parts`,
    )
  }

  #end(): void {
    this.#onDrain?.()
    this.#onEnd?.()
  }
}

function ignore(): void {}

function incomplete(cause: unknown): ParleyError {
  return invalid({ path: 'request', rule: 'malformed' }, 'the body is incomplete', cause)
}

function malformed(cause: unknown): ParleyError {
  return invalid(
    { path: 'request', rule: 'malformed' },
    'the body is not well-formed multipart/form-data',
    cause,
  )
}
