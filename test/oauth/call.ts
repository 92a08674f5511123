import type { CallOptions } from '../support/caller.js'
import { formOf, type Part, postForm } from '../support/forms.js'
import { at } from '../support/json.js'
import type { Person } from '../support/world.js'
import type { ScopedAction } from './scope-table.js'

export interface CallResult {
  readonly status: number
  readonly body: unknown
}

/**
 * Calls an action over HTTP, with a form when the payload contains bytes. `login` is sent over a new connection; its
 * status is that of the same error over HTTP.
 */
export async function call(
  person: Person,
  { name, api, version }: Pick<ScopedAction, 'name' | 'api'> & { readonly version?: string | undefined },
  payload: object,
  options: Pick<CallOptions, 'authorId'> = {},
): Promise<CallResult> {
  if (api === 'configuration') return await person.configuration(version).post(name, payload, options)
  if (name === 'login') return await logIn(person, version)
  const fields = Object.entries(payload)
  if (!fields.some(([, value]) => value instanceof Uint8Array)) {
    return await person.web(version).post(name, payload, options)
  }
  const parts = fields.map(([field, value]): Part => {
    return [`payload.${field}`, value instanceof Uint8Array ? { bytes: value } : String(value)]
  })
  const { authorId } = options
  const author: Part[] = authorId === undefined ? [] : [['author_id', authorId]]
  return await postForm(person, name, formOf([...author, ...parts]), version === undefined ? {} : { version })
}

async function logIn(person: Person, version: string | undefined): Promise<CallResult> {
  const connection = await person.open(version)
  const { success, payload } = await connection.call('login', { token: person.token })
  const refusal = success === true ? undefined : at(payload, 'error.type')
  if (connection.isOpen) await connection.close()
  const status = refusal === undefined ? 200 : refusal === 'authorization' ? 403 : 400
  return { status, body: payload }
}
