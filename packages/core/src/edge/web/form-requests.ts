import type { ActionContract } from '../../contract/define.js'
import { isForbiddenName } from '../../domain/forbidden-names.js'
import { checkJson, type JsonBounds } from '../../domain/json-bounds.js'
import { invalid, invalidField } from '../../errors.js'
import type { ReceivedFile, Uploads } from '../../files/uploads.js'
import type { Identity } from '../../identity/known-token.js'
import type { CallerRates } from '../admission/caller-rates.js'
import type { FormReader } from '../http/form.js'
import type { Form, FormFile } from '../http/form-parsing.js'
import type { HttpRequest } from '../http/http.js'
import type { SlotPool } from '../http/slot-pool.js'

/** The content of a request, independent of its format. */
export interface RequestContent {
  readonly payload: unknown
  readonly authorId: string | undefined
  /**
   * Part of the payload that decides whether two requests are the same (decisions §6.5). `undefined` means the whole
   * payload.
   */
  readonly comparedPayload?: unknown
  readonly isForm?: boolean
  /** Called when the request is done. Never rejects. */
  readonly done?: () => Promise<void>
}

export interface FormRequestsDependencies {
  readonly bounds: JsonBounds
  readonly callerRates: CallerRates
  readonly forms: FormReader
  readonly slots: SlotPool
  /** `undefined` when the host stores no files. */
  readonly uploads: Uploads | undefined
}

type Field = NonNullable<ActionContract['upload']>

const payloadPrefix = 'payload.'

/**
 * Reads the requests of file actions: forms in which one part is the file (spec chat.md "Transports and envelopes").
 */
export class FormRequests {
  readonly #dependencies: FormRequestsDependencies

  constructor(dependencies: FormRequestsDependencies) {
    this.#dependencies = dependencies
  }

  /** Resolves when the whole form has arrived. When it rejects, the file was removed again. */
  async read(request: HttpRequest, field: Field, identity: Identity): Promise<RequestContent> {
    const { callerRates, slots, uploads } = this.#dependencies
    if (uploads === undefined) {
      throw invalid(
        { path: 'Content-Type', rule: 'unsupported' },
        'this server keeps no files: its host has to set the option files',
      )
    }
    callerRates.takeUpload(identity)
    const release = slots.take({ callerKey: identity.callerKey, remoteAddress: request.remoteAddress })
    try {
      return await this.#read(request, field, identity, uploads)
    } finally {
      release()
    }
  }

  async #read(
    request: HttpRequest,
    field: Field,
    identity: Identity,
    uploads: Uploads,
  ): Promise<RequestContent> {
    const { forms, callerRates, bounds } = this.#dependencies
    let received: ReceivedFile | undefined
    let isOver = false
    try {
      const form = await forms.read(request, {
        onReceived: (bytes) => callerRates.chargeUpload(identity, bytes),
        async receiveFile(part) {
          const file = await receive(part, field, identity, uploads)
          if (isOver) await uploads.release(file.key)
          received = file
          return file
        },
      })
      return contentOf(form, field, bounds, uploads)
    } catch (cause) {
      isOver = true
      if (received !== undefined) await uploads.release(received.key)
      throw cause
    }
  }
}

async function receive(
  { field: partName, name, chunks }: FormFile,
  field: Field,
  uploader: Identity,
  uploads: Uploads,
): Promise<ReceivedFile> {
  if (payloadName(partName) !== field)
    throw invalid(
      { path: `payload.${field}`, rule: 'required' },
      `the file must be the part payload.${field}`,
    )
  const { licenseId } = uploader.principal
  return await uploads.receive({ licenseId, uploader, kind: field, name, chunks })
}

function contentOf(
  { fields, file }: Form<ReceivedFile>,
  field: Field,
  bounds: JsonBounds,
  uploads: Uploads,
): RequestContent {
  const authorId = fields.get('author_id') || undefined
  const texts: Record<string, string> = Object.create(null)
  for (const [partName, text] of fields) {
    const name = payloadName(partName)
    if (name === field) throw invalidField({ path: `payload.${field}`, rule: 'wrong_type' }, 'must be a file')
    if (partName === 'author_id') continue
    // Validation ignores unknown names, and cannot see a forbidden name as a key.
    if (isForbiddenName(name))
      throw invalid({ path: `payload.${name}`, rule: 'reserved' }, `payload must not have the part ${name}`)
    if (name in texts)
      throw invalidField({ path: `payload.${name.slice(0, 64)}`, rule: 'duplicate' }, 'is there twice')
    texts[name] = text
  }
  checkJson({ payload: texts, author_id: authorId }, bounds, 'request')
  if (file === undefined) return { payload: texts, authorId, isForm: true }
  const payload = { ...texts, [field]: shown(file) }
  const comparedPayload = { ...texts, [field]: file.sha256 }
  return { payload, authorId, comparedPayload, isForm: true, done: () => uploads.release(file.key) }
}

/**
 * Returns the payload field for a part name. The prefix `payload.` of the specification may be omitted (decisions §15).
 */
function payloadName(partName: string): string {
  return partName.startsWith(payloadPrefix) ? partName.slice(payloadPrefix.length) : partName
}

/** Returns the file as the contract describes it. */
function shown({ key, name, contentType, size, pixels }: ReceivedFile) {
  return { key, name, content_type: contentType, size, ...pixels }
}
