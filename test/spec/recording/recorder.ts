import assert from 'node:assert/strict'
import type { Caller, CallOptions, Transport } from '../../support/caller.js'
import { formOf, type Part, postForm } from '../../support/forms.js'
import type { Frame, RtmClient } from '../../support/rtm-client.js'
import type { Api, Person } from '../../support/world.js'

/** The recorded payload of a response or a push. */
export interface RecordedPayload {
  readonly api: Api
  readonly version: string
  readonly transport: Transport
  readonly kind: 'response' | 'push'
  /** Name of the action or the push. */
  readonly name: string
  readonly payload: unknown
}

interface Way {
  readonly version: string
  readonly transport: Transport
  /** Additional fields of the login. */
  readonly login?: object
}

/** A user who calls one version over one transport, and records every response and push. */
export class Actor {
  readonly person: Person
  readonly #way: Way
  readonly #connection: RtmClient
  readonly #caller: Caller
  readonly #responses: RecordedPayload[]

  private constructor(person: Person, way: Way, connection: RtmClient, login: unknown) {
    this.person = person
    this.#way = way
    this.#connection = connection
    this.#caller = way.transport === 'web' ? person.web(way.version) : connection
    this.#responses = [this.#recorded('response', 'login', login, 'rtm')]
  }

  static async enter(person: Person, way: Way): Promise<Actor> {
    const connection = await person.open(way.version)
    const login = await connection.succeed('login', { token: person.token, ...way.login })
    return new Actor(person, way, connection, login)
  }

  get id(): string {
    return this.person.id
  }

  get version(): string {
    return this.#way.version
  }

  async call(action: string, payload?: object, options?: CallOptions): Promise<unknown> {
    const response = await this.#caller.succeed(action, payload, options)
    this.#responses.push(this.#recorded('response', action, response))
    return response
  }

  /** Calls an action with a form, which is always sent over HTTP. */
  async upload(action: string, parts: readonly Part[]): Promise<unknown> {
    const { status, body } = await postForm(this.person, action, formOf(parts), { version: this.version })
    assert.equal(status, 200, JSON.stringify(body))
    this.#responses.push(this.#recorded('response', action, body, 'web'))
    return body
  }

  /** Waits until the engine has closed the connection. */
  async end(): Promise<void> {
    await this.#connection.waitForEnd()
  }

  /** Closes the connection unless the engine has closed it. Returns everything that was recorded. */
  async leave(): Promise<readonly RecordedPayload[]> {
    const pushes = await this.#pushes()
    return [
      ...this.#responses,
      ...pushes.map(({ action, payload }) => this.#recorded('push', String(action), payload, 'rtm')),
    ]
  }

  async #pushes(): Promise<readonly Frame[]> {
    if (!this.#connection.isOpen) {
      return (await this.#connection.framesUntilEnd()).filter(({ type }) => type === 'push')
    }
    const pushes = await this.#connection.pushes()
    await this.#connection.close()
    return pushes
  }

  #recorded(
    kind: RecordedPayload['kind'],
    name: string,
    payload: unknown,
    transport = this.#way.transport,
  ): RecordedPayload {
    return { api: this.person.api, version: this.version, transport, kind, name, payload }
  }
}
