import { ParleyError } from '@parley/core'
import { actions } from '../../packages/core/src/actions/index.js'
import { apis } from '../../packages/core/src/contract/apis.js'
import type { Api, ApiVersion } from '../../packages/core/src/contract/versions.js'
import type { Action } from '../../packages/core/src/dispatch/handle.js'
import { formOf, type Part, postForm } from '../support/forms.js'
import { RtmClient } from '../support/rtm-client.js'
import type { WebAnswer } from '../support/web-client.js'
import type { Person } from '../support/world.js'
import { isRecord } from './known.js'
import { bytesOf, type Payload } from './payloads.js'

export type Way = 'web' | 'rtm' | 'in process'

/** What came of a call, whichever way it went. */
export interface Answer {
  readonly isRefused: boolean
  /** Or the error. */
  readonly payload: unknown
}

export interface Request {
  readonly api?: Api
  readonly action: string
  readonly version: ApiVersion
  readonly payload: Payload
  readonly key?: string | undefined
}

/** Calls the actions of one person one way. */
export interface Calling {
  call(request: Request): Promise<Answer>
  close(): Promise<void>
}

export function callingOf(way: Way, person: Person): Calling {
  if (way === 'web') return { call: (request) => callWeb(person, request), close: async () => {} }
  if (way === 'in process')
    return { call: (request) => callInProcess(person, request), close: async () => {} }
  return new RtmCalling(person)
}

/** As a form: the same whichever way all else is called (decisions §10.7). */
export async function callForm(person: Person, { action, version, payload, key }: Request): Promise<Answer> {
  const parts = Object.entries(payload).map(([name, value]): Part => {
    const bytes = bytesOf(value)
    return [`payload.${name}`, bytes === undefined ? String(value) : { bytes, name: 'a file' }]
  })
  const keyed = key === undefined ? {} : { idempotencyKey: key }
  return webAnswerOf(await postForm(person, action, formOf(parts), { version, ...keyed }))
}

async function callWeb(person: Person, { api, action, version, payload, key }: Request): Promise<Answer> {
  const options = key === undefined ? {} : { idempotencyKey: key }
  const caller = api === 'configuration' ? person.configuration(version) : person.web(version)
  return webAnswerOf(await caller.post(action, payload, options))
}

function webAnswerOf({ status, body }: WebAnswer): Answer {
  if (status === 200) return { isRefused: false, payload: body }
  return { isRefused: true, payload: isRecord(body) ? body.error : body }
}

async function callInProcess(
  { api: own, id, world }: Person,
  { api = own, action, version, payload }: Request,
): Promise<Answer> {
  if (version !== apis[api].newestVersion) throw new TypeError('In process there is the newest version only')
  const { parley } = world.engine
  const agent = { agentId: id, clientId: world.clientId }
  const methods = api === 'customer' ? parley.as({ customerId: id }) : parley.as(agent)
  const key = Object.entries<Action>(actions[api]).find(
    ([, { contract }]) => contract.name === action && contract.versions.includes(version),
  )?.[0]
  const method: unknown = key === undefined ? undefined : Reflect.get(methods, key)
  if (typeof method !== 'function') throw new TypeError(`There is no ${action} in process`)
  try {
    return { isRefused: false, payload: await method(payload) }
  } catch (cause) {
    if (!(cause instanceof ParleyError)) throw cause
    return { isRefused: true, payload: cause.toWire() }
  }
}

/** Over one connection; over another one where the engine has ended it, or refused to log it in. */
class RtmCalling implements Calling {
  readonly #person: Person
  #connection: RtmClient | undefined

  constructor(person: Person) {
    this.#person = person
  }

  async call(request: Request): Promise<Answer> {
    // It has no connections.
    if (request.api === 'configuration') return callWeb(this.#person, request)
    const found = await this.#connected(request.version)
    if (!(found instanceof RtmClient)) return found
    const { action, payload, key } = request
    const options = key === undefined ? {} : { idempotencyKey: key }
    try {
      return answerOf(await found.call(action, payload, options))
    } catch (cause) {
      // What came before has ended it, which was still on its way: nothing of the call was done.
      if (found.isOpen) throw cause
      return this.call(request)
    }
  }

  async close(): Promise<void> {
    if (this.#connection?.isOpen) await this.#connection.close()
  }

  async #connected(version: ApiVersion): Promise<RtmClient | Answer> {
    if (this.#connection?.isOpen) return this.#connection
    // In process nobody logs in, and so nobody's status begins anew.
    const logged = await logIn(this.#person, version, { reconnect: true })
    if (logged.answer.isRefused) return logged.answer
    this.#connection = logged.connection
    return logged.connection
  }
}

/** Whoever is refused is disconnected. */
export async function logIn(
  person: Person,
  version: ApiVersion,
  payload: Payload = {},
): Promise<{ readonly connection: RtmClient; readonly answer: Answer }> {
  const connection = await person.open(version)
  const answer = answerOf(await connection.call('login', { ...payload, token: person.token }))
  if (answer.isRefused && connection.isOpen) await connection.close()
  return { connection, answer }
}

function answerOf({ success, payload }: Readonly<Record<string, unknown>>): Answer {
  if (success === true) return { isRefused: false, payload }
  return { isRefused: true, payload: isRecord(payload) ? payload.error : payload }
}
