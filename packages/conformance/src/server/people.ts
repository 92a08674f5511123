import assert from 'node:assert/strict'
import type { ServerAgent, ServerTenant } from './fixture.js'
import { at, textAt } from './json.js'
import { RtmClient } from './rtm-client.js'
import type { RtmAddress, RtmLink, RtmTransport } from './rtm-transport.js'
import type { ServerAddress } from './server-address.js'
import { asJson, bearer, exchange, toForm, type WebResponse } from './web.js'

export const newestVersion = { customer: 'v0.5', agent: 'v0.4', configuration: 'v0.5' } as const

export type Api = keyof typeof newestVersion
export type ChatApi = Exclude<Api, 'configuration'>

export interface CallOptions {
  readonly version?: string
  readonly idempotencyKey?: string
  readonly authorId?: string
}

/** An agent or a customer who calls the APIs. */
export class Person {
  readonly server: ServerAddress
  readonly api: ChatApi
  readonly id: string
  readonly licenseId: number
  readonly token: string

  constructor(
    server: ServerAddress,
    { api, id, licenseId, token }: Pick<Person, 'api' | 'id' | 'licenseId' | 'token'>,
  ) {
    this.server = server
    this.api = api
    this.id = id
    this.licenseId = licenseId
    this.token = token
  }

  /** Returns the address of an action of the Chat API. */
  getAddress(action: string, version: string = newestVersion[this.api]): string {
    const query = this.#query === '' ? '' : `?${this.#query}`
    return `${this.server.baseUrl}/${this.api}/${version}/action/${action}${query}`
  }

  getRtmAddress(version: string = newestVersion[this.api]): RtmAddress {
    const { baseUrl, websocketUrl } = this.server
    return { baseUrl, websocketUrl, path: `/${this.api}/${version}/rtm`, query: this.#query }
  }

  async call(action: string, payload?: object, options: CallOptions = {}): Promise<WebResponse> {
    await this.server.arrived()
    const { version, idempotencyKey, authorId } = options
    const key = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
    const author = authorId === undefined ? {} : { author_id: authorId }
    return exchange(this.getAddress(action, version), {
      method: 'POST',
      headers: { ...asJson, ...bearer(this.token), ...key },
      body: JSON.stringify({ ...(payload && { payload }), ...author }),
    })
  }

  /** Calls an action that must succeed, and returns the body of the response. */
  async succeed(action: string, payload?: object, options?: CallOptions): Promise<unknown> {
    const { status, body } = await this.call(action, payload, options)
    assert.equal(status, 200, `${action} was refused: ${JSON.stringify(body)}`)
    return body
  }

  /** Calls an action that must fail, and returns the error. */
  async refuse(action: string, payload?: object, options?: CallOptions): Promise<unknown> {
    const { status, body } = await this.call(action, payload, options)
    assert.ok(status >= 400, `${action} was not refused: ${JSON.stringify(body)}`)
    return at(body, 'error')
  }

  /** Calls an endpoint of the Configuration API; its request body is the payload itself. */
  async configure(endpoint: string, payload: object = {}, version = `${newestVersion.configuration}/`) {
    await this.server.arrived()
    return exchange(`${this.server.baseUrl}/configuration/${version}${endpoint}`, {
      method: 'POST',
      headers: { ...asJson, ...bearer(this.token) },
      body: JSON.stringify(payload),
    })
  }

  /** Opens a connection without logging in. */
  open<Link extends RtmLink>(transport: RtmTransport<Link>, version?: string): Promise<RtmClient<Link>> {
    return RtmClient.open(this.server, (listener) => transport.connect(this.getRtmAddress(version), listener))
  }

  get #query(): string {
    return this.api === 'customer' ? `license_id=${this.licenseId}` : ''
  }
}

export function createAgentPerson(
  server: ServerAddress,
  { licenseId }: ServerTenant,
  { id, accessToken }: ServerAgent,
): Person {
  return new Person(server, { api: 'agent', id, licenseId, token: accessToken })
}

/** Requests a customer token from the authorization service, by default for a new customer. */
export function requestCustomerToken(
  { baseUrl }: ServerAddress,
  { app, administrator }: ServerTenant,
  fields: Readonly<Record<string, string>> = {},
): Promise<WebResponse> {
  const { clientId, redirectUri } = app
  const asked = { client_id: clientId, response_type: 'token', redirect_uri: redirectUri, ...fields }
  return exchange(`${baseUrl}/auth/customer/`, {
    ...toForm(asked),
    headers: bearer(administrator.accessToken),
  })
}

/** Creates a customer, who has no name or other details yet. */
export async function newCustomer(
  server: ServerAddress,
  tenant: ServerTenant,
  fields?: Readonly<Record<string, string>>,
): Promise<Person> {
  const { status, body } = await requestCustomerToken(server, tenant, fields)
  assert.equal(status, 200, `no customer was made: ${JSON.stringify(body)}`)
  const token = textAt(body, 'access_token')
  const id = textAt(body, 'entity_id')
  return new Person(server, { api: 'customer', id, licenseId: tenant.licenseId, token })
}
