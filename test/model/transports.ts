import { ParleyError } from '@parley/core'
import { actions } from '../../packages/core/src/actions/index.js'
import { apis } from '../../packages/core/src/contract/apis.js'
import type { Api, ApiVersion } from '../../packages/core/src/contract/versions.js'
import type { Action } from '../../packages/core/src/dispatch/handle.js'
import type { CallOptions } from '../support/caller.js'
import { formOf, type Part, postForm } from '../support/forms.js'
import type { Wire } from '../support/link.js'
import { RtmClient } from '../support/rtm-client.js'
import { socketIoWire } from '../support/socket-io-link.js'
import type { WebAnswer } from '../support/web-client.js'
import { webSocketWire } from '../support/websocket-link.js'
import type { Person } from '../support/world.js'
import { isRecord } from './known.js'
import { bytesOf, type Payload } from './payloads.js'

export type ModelTransport = 'web' | 'rtm' | 'Socket.IO' | 'in process'

/** The result of a call, however it was made. */
export interface Answer {
  readonly isRefused: boolean
  /** The payload of the response, or its error. */
  readonly payload: unknown
}

export interface Request {
  readonly api?: Api
  readonly action: string
  readonly version: ApiVersion
  readonly payload: Payload
  readonly key?: string | undefined
  readonly author?: string | undefined
}

/** Calls actions as one user, in one way. */
export interface TransportClient {
  call(request: Request): Promise<Answer>
  close(): Promise<void>
}

/** Returns the wire that users connect with when they call in that way. */
export function wireFor(transport: ModelTransport): Wire {
  return transport === 'Socket.IO' ? socketIoWire(4, 'websocket') : webSocketWire
}

export function openClient(transport: ModelTransport, person: Person): TransportClient {
  if (transport === 'web') return { call: (request) => callWeb(person, request), close: async () => {} }
  if (transport === 'in process')
    return { call: (request) => callInProcess(person, request), close: async () => {} }
  return new RtmCalling(person, wireFor(transport))
}

/** Sends a form. Uploads are always sent over HTTP, however other actions are called (decisions §10.7). */
export async function callForm(person: Person, request: Request): Promise<Answer> {
  const { action, version, payload, author } = request
  const parts = Object.entries(payload).map(([name, value]): Part => {
    const bytes = bytesOf(value)
    return [`payload.${name}`, bytes === undefined ? String(value) : { bytes, name: 'a file' }]
  })
  const authored: readonly Part[] = author === undefined ? [] : [['author_id', author]]
  const { idempotencyKey } = optionsOf(request)
  const keyed = idempotencyKey === undefined ? {} : { idempotencyKey }
  return webAnswerOf(await postForm(person, action, formOf([...authored, ...parts]), { version, ...keyed }))
}

async function callWeb(person: Person, request: Request): Promise<Answer> {
  const { api, action, version, payload } = request
  const caller = api === 'configuration' ? person.configuration(version) : person.web(version)
  return webAnswerOf(await caller.post(action, payload, optionsOf(request)))
}

function optionsOf({ key, author }: Request): CallOptions {
  return {
    ...(key !== undefined && { idempotencyKey: key }),
    ...(author !== undefined && { authorId: author }),
  }
}

function webAnswerOf({ status, body }: WebAnswer): Answer {
  if (status === 200) return { isRefused: false, payload: body }
  return { isRefused: true, payload: isRecord(body) ? body.error : body }
}

/** Actions that need a token to bind a bot to, which calls in process do not have (decisions §8.7). */
const callInTurn: readonly string[] = ['agents/create_bot_agent', 'agents/update_bot_agent']

/**
 * Calls the action in process. Older versions, idempotency keys and authors do not exist there, so such requests are
 * sent over the network.
 */
async function callInProcess(person: Person, request: Request): Promise<Answer> {
  const { api: own, id, world } = person
  const { api = own, action, version, payload, key: idempotencyKey, author } = request
  const isPlain = idempotencyKey === undefined && author === undefined && !callInTurn.includes(action)
  if (version !== apis[api].newestVersion || !isPlain) return callWeb(person, request)
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

/** Calls actions over one connection. Opens another one when the engine has ended it or refused its login. */
class RtmCalling implements TransportClient {
  readonly #person: Person
  readonly #wire: Wire
  #connection: RtmClient | undefined

  constructor(person: Person, wire: Wire) {
    this.#person = person
    this.#wire = wire
  }

  async call(request: Request): Promise<Answer> {
    // The Configuration API has no connections.
    if (request.api === 'configuration') return callWeb(this.#person, request)
    const found = await this.#connected(request.version)
    if (!(found instanceof RtmClient)) return found
    try {
      return answerOf(await found.call(request.action, request.payload, optionsOf(request)))
    } catch (cause) {
      // An earlier call has ended the connection, so this call was not executed.
      if (found.isOpen) throw cause
      return this.call(request)
    }
  }

  async close(): Promise<void> {
    if (this.#connection?.isOpen) await this.#connection.close()
  }

  async #connected(version: ApiVersion): Promise<RtmClient | Answer> {
    if (this.#connection?.isOpen) return this.#connection
    // Keeps the status, because calls in process never log in and so never reset it.
    const logged = await logIn(this.#person, this.#wire, version, { reconnect: true })
    if (logged.answer.isRefused) return logged.answer
    this.#connection = logged.connection
    return logged.connection
  }
}

/** Logs in. A refused login ends the connection. */
export async function logIn(
  person: Person,
  wire: Wire,
  version: ApiVersion,
  payload: Payload = {},
): Promise<{ readonly connection: RtmClient; readonly answer: Answer }> {
  const connection = await person.open(version, {}, wire)
  const answer = answerOf(await connection.call('login', { ...payload, token: person.token }))
  if (answer.isRefused && connection.isOpen) await connection.close()
  return { connection, answer }
}

function answerOf({ success, payload }: Readonly<Record<string, unknown>>): Answer {
  if (success === true) return { isRefused: false, payload }
  return { isRefused: true, payload: isRecord(payload) ? payload.error : payload }
}
