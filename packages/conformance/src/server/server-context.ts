import assert from 'node:assert/strict'
import type { ServerFixture, ServerTenant } from './fixture.js'
import { textAt } from './json.js'
import { createAgentPerson, newCustomer, type Person } from './people.js'
import { RtmClient } from './rtm-client.js'
import type { RtmLink, RtmTransport } from './rtm-transport.js'
import type { ServerAddress } from './server-address.js'
import { WebsocketLink, websocketAddress } from './websocket-transport.js'

export interface Conversation {
  readonly chatId: string
  readonly threadId: string
}

/** The tools of one case: the agents and customers of a license, who call the server at its address. */
export class ServerContext {
  readonly server: ServerAddress
  readonly tenant: ServerTenant
  readonly stranger: ServerTenant
  readonly expired: ServerTenant
  readonly #fixture: ServerFixture
  readonly #connections: { close(): void }[] = []

  constructor(fixture: ServerFixture) {
    const baseUrl = withoutSlash(fixture.baseUrl)
    const websocketUrl = withoutSlash(fixture.websocketUrl ?? baseUrl.replace(/^http/, 'ws'))
    this.server = { baseUrl, websocketUrl, arrived: async () => fixture.arrived?.() }
    this.tenant = fixture.tenant
    this.stranger = fixture.stranger
    this.expired = fixture.expired
    this.#fixture = fixture
  }

  /** The agent with the permission `administrator`. */
  get ada(): Person {
    return createAgentPerson(this.server, this.tenant, this.tenant.administrator)
  }

  /** The agent with the permission `normal`. */
  get bob(): Person {
    return createAgentPerson(this.server, this.tenant, this.tenant.agent)
  }

  /** Creates a customer named Casey. */
  async customer(tenant: ServerTenant = this.tenant): Promise<Person> {
    const customer = await newCustomer(this.server, tenant)
    await customer.succeed('update_customer', { name: 'Casey' })
    return customer
  }

  /** Has a person start a chat, and returns its id and its thread's id. */
  async chatOf(person: Person, chat: object = {}): Promise<Conversation> {
    const response = await person.succeed('start_chat', { chat })
    return { chatId: textAt(response, 'chat.id'), threadId: textAt(response, 'chat.thread.id') }
  }

  /** Opens a connection and logs in. An agent is then set not to accept chats, so that routing assigns none. */
  async connect<Link extends RtmLink>(
    person: Person,
    transport: RtmTransport<Link>,
    version?: string,
  ): Promise<RtmClient<Link>> {
    const client = await this.open(person, transport, version)
    // A reconnecting agent keeps the earlier routing status. Otherwise the agent could be assigned chats before
    // refusing them.
    const again = person.api === 'agent' ? { reconnect: true } : {}
    await client.succeed('login', { token: person.token, ...again })
    if (person.api === 'agent') {
      await client.succeed('update_agent', { routing_status: 'not_accepting_chats' })
      await client.readPushes()
    }
    return client
  }

  /** Opens a connection without logging in. It is closed after the case. */
  async open<Link extends RtmLink>(
    person: Person,
    transport: RtmTransport<Link>,
    version?: string,
  ): Promise<RtmClient<Link>> {
    return this.#kept(await person.open(transport, version))
  }

  /** Opens a websocket and logs in. It can also send what the protocol does not allow. */
  async websocket(person: Person): Promise<RtmClient<WebsocketLink>> {
    const address = websocketAddress(person.getRtmAddress())
    const client = this.#kept(
      await RtmClient.open(this.server, (listener) => WebsocketLink.open(address, listener)),
    )
    await client.succeed('login', { token: person.token })
    return client
  }

  async passTime(milliseconds: number): Promise<void> {
    const { passTime } = this.#fixture
    assert.ok(passTime, 'it says that it can let time pass')
    await passTime.call(this.#fixture, milliseconds)
  }

  closeConnections(): void {
    for (const connection of this.#connections) connection.close()
  }

  #kept<Connection extends { close(): void }>(connection: Connection): Connection {
    this.#connections.push(connection)
    return connection
  }
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, '')
}
