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

/** A message or a system message of the chat. */
export interface ShopMessage {
  readonly type: string
  readonly order: number
  readonly text: string
}

/** A customer and an agent with tokens and one chat. Any node on the same storage can serve them. */
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

  /** Creates the shop with a temporary engine, which is closed afterwards. */
  static async openShop(storage: Storage): Promise<Shop> {
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

  /** Sends a message of the customer in process, where no rate limit applies. */
  async sendTogether(parley: Parley, text: string): Promise<void> {
    const customer = parley.as({ customerId: this.#customer.customerId })
    await customer.sendEvent({ chat_id: this.#chat.id, event: { type: 'message', text } })
  }

  /** Sends a message of the customer over HTTP. */
  async say(origin: string, text: string): Promise<void> {
    const event = { type: 'message', text }
    const path = `customer/v0.5/action/send_event?license_id=${this.#licenseId}`
    await call(`${origin}/${path}`, this.#customer.accessToken, { chat_id: this.#chat.id, event })
  }

  /** Returns all messages of the chat as the agent reads them over HTTP. */
  async read(origin: string): Promise<readonly ShopMessage[]> {
    return listAt(await this.#read(origin), 'chat.threads.0.events').map((event) => ({
      type: textAt(event, 'type'),
      order: numberAt(event, 'order'),
      text: textAt(event, 'text'),
    }))
  }

  /** Returns the address that an agent sees for the customer, who sends the given headers. */
  async addressSeen(origin: string, headers: Headers): Promise<unknown> {
    const path = `customer/v0.5/action/update_customer?license_id=${this.#licenseId}`
    await call(`${origin}/${path}`, this.#customer.accessToken, { fields: { plan: 'basic' } }, headers)
    const read = await this.#read(origin)
    const customer = listAt(read, 'chat.users').find((user) => at(user, 'type') === 'customer')
    return at(customer, 'monitoring.ip')
  }

  /** Registers a webhook for an action that does not occur in these tests, and returns its secret key. */
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

  /** Logs in the agent over a websocket at one node. */
  async listen(origin: string): Promise<Desk> {
    return Desk.open(`${origin.replace(/^http/, 'ws')}/agent/v0.4/rtm/ws`, this.agentToken)
  }
}

/** A websocket connection of the agent, and the frames that it received. */
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

  /** Resolves when the customer's message has been pushed. */
  async waitForMessage(text: string): Promise<void> {
    await this.#takes(
      text,
      (frame) => at(frame, 'action') === 'incoming_event' && at(frame, 'payload.event.text') === text,
    )
  }

  #takes(what: string, isIt: (frame: unknown) => boolean): Promise<void> {
    return eventually(async () => assert.ok(this.#frames.some(isIt), `did not receive ${what}`))
  }

  /** Resolves with the server's close code when the connection has ended. */
  async ended(): Promise<number> {
    const [code] = await within(once(this.#socket, 'close'), () => 'the end of the connection')
    return code
  }

  close(): void {
    this.#socket.close()
  }
}

/** Sends a request and returns the response body. Fails the test unless the status is 200. */
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
