import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AgentMethods, createParley, type Parley } from '@parley/core'
import type { CustomerToken } from '@parley/core/admin'
import type { Storage } from '@parley/core/storage'
import { WebSocket } from 'ws'
import { eventually, within } from '../../support/deadline.js'
import { at, listAt, numberAt, textAt } from '../../support/json.js'

type Headers = Readonly<Record<string, string>>

interface Chat {
  readonly id: string
  readonly threadId: string
}

interface People {
  readonly licenseId: number
  readonly clientId: string
  readonly agentId: string
  readonly agentToken: string
  readonly customer: CustomerToken
  readonly chat: Chat
}

/** A message, or one of the system. */
export interface Said {
  readonly type: string
  readonly order: number
  readonly text: string
}

/** A customer and an agent, with tokens, who have one chat, wherever it is served. */
export class Shop {
  readonly #licenseId: number
  readonly #clientId: string
  readonly #agentId: string
  readonly agentToken: string
  readonly #customer: CustomerToken
  readonly #chat: Chat

  private constructor({ licenseId, clientId, agentId, agentToken, customer, chat }: People) {
    this.#licenseId = licenseId
    this.#clientId = clientId
    this.#agentId = agentId
    this.agentToken = agentToken
    this.#customer = customer
    this.#chat = chat
  }

  /** Made by an engine that is there for no longer. */
  static async openIn(storage: Storage): Promise<Shop> {
    const parley = await createParley({ storage, bus: null })
    try {
      return await Shop.open(parley)
    } finally {
      await parley.close()
    }
  }

  static async open({ admin, as }: Parley): Promise<Shop> {
    const { id: licenseId } = await admin.licenses.create({ name: 'Shop' })
    const permission = 'administrator'
    const { id: agentId } = await admin.agents.create({
      licenseId,
      login: 'ada@example.com',
      name: 'Ada',
      permission,
    })
    const { clientId } = await admin.apps.create({
      ...{ licenseId, name: 'Shop', type: 'browser', visibility: 'private' },
      redirectUris: ['https://shop.example/'],
      scopes: ['chats--all:read', 'chats.conversation--all:write'],
    })
    const { accessToken: agentToken } = await admin.tokens.createForAgent({ licenseId, clientId, agentId })
    const { id: customerId } = await admin.customers.create({ licenseId, name: 'Casey' })
    const customer = await admin.tokens.createForCustomer({ licenseId, clientId, customerId })
    const { chat } = await as({ customerId }).startChat()
    const place = { id: chat.id, threadId: chat.thread.id }
    return new Shop({ licenseId, clientId, agentId, agentToken, customer, chat: place })
  }

  /** The customer writes as fast as it goes, in process, where nobody counts. */
  async sayAtOnce(parley: Parley, text: string): Promise<void> {
    const customer = parley.as({ customerId: this.#customer.customerId })
    await customer.sendEvent({ chat_id: this.#chat.id, event: { type: 'message', text } })
  }

  /** The customer writes, over HTTP. */
  async say(origin: string, text: string): Promise<void> {
    const event = { type: 'message', text }
    const path = `customer/v0.5/action/send_event?license_id=${this.#licenseId}`
    await call(`${origin}/${path}`, this.#customer.accessToken, { chat_id: this.#chat.id, event })
  }

  /** All that was said, as the agent reads it over HTTP. */
  async read(origin: string): Promise<readonly Said[]> {
    return listAt(await this.#read(origin), 'chat.threads.0.events').map((event) => ({
      type: textAt(event, 'type'),
      order: numberAt(event, 'order'),
      text: textAt(event, 'text'),
    }))
  }

  /** From where an agent sees the customer write, who sends these headers. */
  async addressSeen(origin: string, headers: Headers): Promise<unknown> {
    const path = `customer/v0.5/action/update_customer?license_id=${this.#licenseId}`
    await call(`${origin}/${path}`, this.#customer.accessToken, { fields: { plan: 'basic' } }, headers)
    const read = await this.#read(origin)
    const customer = listAt(read, 'chat.users').find((user) => at(user, 'type') === 'customer')
    return at(customer, 'monitoring.ip')
  }

  /** Registers a webhook for an action that never happens here. Returns its secret key. */
  async registerWebhook(parley: Parley): Promise<string> {
    const secret_key = `whsec_${randomBytes(24).toString('base64')}`
    const url = 'https://hooks.example/'
    await this.#integration(parley).registerWebhook({ url, action: 'agent_deleted', secret_key })
    return secret_key
  }

  async secretKeyOfWebhook(parley: Parley): Promise<string | undefined> {
    const { webhooks_config } = await this.#integration(parley).getWebhooksConfig()
    return webhooks_config[0]?.secret_key
  }

  #read(origin: string): Promise<unknown> {
    const url = `${origin}/agent/v0.4/action/get_chat_threads`
    return call(url, this.agentToken, { chat_id: this.#chat.id, thread_ids: [this.#chat.threadId] })
  }

  #integration(parley: Parley): AgentMethods {
    return parley.as({ agentId: this.#agentId, clientId: this.#clientId })
  }

  /** The agent, logged in over a websocket at one node. */
  async listen(origin: string): Promise<Desk> {
    return Desk.open(`${origin.replace(/^http/, 'ws')}/agent/v0.4/rtm/ws`, this.agentToken)
  }
}

/** A connection of an agent, with the pushes that it receives. */
export class Desk {
  readonly #socket: WebSocket
  readonly #frames: unknown[] = []

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data) => this.#frames.push(JSON.parse(String(data))))
  }

  static async open(url: string, token: string): Promise<Desk> {
    const socket = new WebSocket(url)
    const desk = new Desk(socket)
    await once(socket, 'open')
    socket.send(JSON.stringify({ action: 'login', payload: { token } }))
    await desk.#takes('the login', (frame) => at(frame, 'action') === 'login')
    return desk
  }

  /** Resolves once the customer's message was pushed. */
  async hears(text: string): Promise<void> {
    await this.#takes(
      text,
      (frame) => at(frame, 'action') === 'incoming_event' && at(frame, 'payload.event.text') === text,
    )
  }

  #takes(what: string, isIt: (frame: unknown) => boolean): Promise<void> {
    return eventually(async () => assert.ok(this.#frames.some(isIt), `never heard ${what}`))
  }

  /** With the code that the server gave. */
  async ended(): Promise<number> {
    const [code] = await within(once(this.#socket, 'close'), () => 'the end of the connection')
    return code
  }

  close(): void {
    this.#socket.close()
  }
}

/** Returns the body of the response. The test fails unless the status is 200. */
async function call(url: string, token: string, payload: object, headers: Headers = {}): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ payload }),
  })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return JSON.parse(text)
}
