import assert from 'node:assert/strict'
import { textAt } from './json.js'
import { exchange, userAgent, type WebAnswer } from './web-client.js'
import { newestVersion, type Person } from './world.js'

/** A part of a form: a text, or a file with the name that the client gives it. */
export type Part = readonly [field: string, value: string | FilePart]

export interface FilePart {
  readonly bytes: Uint8Array
  readonly name?: string
  /** The type that the client states. */
  readonly type?: string
}

export function formOf(parts: readonly Part[]): FormData {
  const form = new FormData()
  for (const [field, value] of parts) {
    if (typeof value === 'string') form.append(field, value)
    else
      form.append(
        field,
        new Blob([Uint8Array.from(value.bytes)], { type: value.type ?? '' }),
        value.name ?? 'file',
      )
  }
  return form
}

export interface FormOptions {
  readonly version?: string
  readonly idempotencyKey?: string
  /** Origin of the server in which the engine is mounted. */
  readonly origin?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Returns the URL of an action for the person. */
export function actionUrl({ api, world }: Person, action: string, options: FormOptions = {}): string {
  const { version = newestVersion[api], origin = world.engine.origin } = options
  const query = api === 'customer' ? `?license_id=${world.licenseId}` : ''
  return `${origin}/${api}/${version}/action/${action}${query}`
}

export function headersOf({ token }: Person, { idempotencyKey, headers }: FormOptions = {}) {
  const key = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
  return { authorization: `Bearer ${token}`, 'user-agent': userAgent, ...key, ...headers }
}

/** Calls an action with a form or any other body. */
export function postForm(
  person: Person,
  action: string,
  form: FormData | RequestInit['body'],
  options: FormOptions = {},
): Promise<WebAnswer> {
  const url = actionUrl(person, action, options)
  return exchange(url, { method: 'POST', headers: headersOf(person, options), body: form ?? null })
}

export async function sendFile(
  person: Person,
  chatId: string,
  file: FilePart,
  options?: FormOptions,
): Promise<string> {
  const parts: Part[] = [
    ['payload.chat_id', chatId],
    ['payload.custom_id', 'mine'],
    ['payload.file', file],
  ]
  const { status, body } = await postForm(person, 'send_file', formOf(parts), options)
  assert.equal(status, 200, `send_file was refused: ${JSON.stringify(body)}`)
  return textAt(body, 'url')
}

export async function uploadImage(
  agent: Person,
  bytes: Uint8Array,
  options?: FormOptions,
): Promise<{ readonly url: string; readonly path: string }> {
  const form = formOf([['payload.image', { bytes, name: 'picture.png' }]])
  const { status, body } = await postForm(agent, 'upload_image', form, options)
  assert.equal(status, 200, `upload_image was refused: ${JSON.stringify(body)}`)
  return { url: textAt(body, 'url'), path: textAt(body, 'path') }
}
