import type { Agent, Permission, Scope } from '@parley/core/admin'
import type { Caller, Transport } from './caller.js'
import type { TestEngine } from './engine.js'
import type { Wire } from './link.js'
import { RtmClient } from './rtm-client.js'
import { WebCaller } from './web-client.js'

export const customerVersions = ['v0.3', 'v0.4', 'v0.5'] as const
export const agentVersions = ['v0.3', 'v0.4'] as const
export const newestVersion = { customer: 'v0.5', agent: 'v0.4' } as const

export type Api = 'customer' | 'agent'

/** All scopes that actions of the chat APIs and the Configuration API require. */
export const chatScopes: readonly Scope[] = [
  'chats--all:read',
  'chats--my:read',
  'chats.conversation--all:write',
  'chats.conversation--my:write',
  'chats.meta--all:write',
  'chats.meta--my:write',
  'multicast:write',
  'agents--my:write',
  'agents--all:write',
  'customers.ban:write',
  'auto_chat_scopes:read',
  'auto_chat_scopes:write',
  'properties--my:read',
  'properties--my:write',
  'properties--all:read',
  'agents-bot--my:read',
  'agents-bot--my:write',
  'agents-bot--all:read',
  'agents-bot--all:write',
  'webhooks--my:read',
  'webhooks--my:write',
  'webhooks--all:read',
  'webhooks--all:write',
]

export interface AgentTraits {
  /** Permission of the agent. Default: `administrator`. */
  readonly permission?: Permission
  /** Scopes of the access token. Default: all that the permission allows. */
  readonly scopes?: readonly Scope[]
  readonly email?: string
  readonly avatar?: string
  /** Groups of the agent, with the priority `normal`. Default: group 0. */
  readonly groups?: readonly number[]
  readonly maxChatsCount?: number
}

export interface CustomerTraits {
  readonly name?: string
  readonly email?: string
  readonly fields?: Readonly<Record<string, string>>
}

/** A license with an app, and with as many users as the test creates. */
export class World {
  readonly engine: TestEngine
  readonly licenseId: number
  readonly clientId: string
  #isMet = false

  private constructor(engine: TestEngine, licenseId: number, clientId: string) {
    this.engine = engine
    this.licenseId = licenseId
    this.clientId = clientId
  }

  static async create(engine: TestEngine, license: { readonly expiresAt?: Date }): Promise<World> {
    const { admin } = engine.parley
    const { id: licenseId } = await admin.licenses.create({ name: 'Test', ...license })
    const { clientId } = await admin.apps.create({
      ...{ licenseId, name: 'Test', type: 'server', visibility: 'private' },
      redirectUris: ['https://example.com/'],
      scopes: chatScopes,
    })
    return new World(engine, licenseId, clientId)
  }

  /** Returns the same license on another node. */
  on(engine: TestEngine): World {
    return new World(engine, this.licenseId, this.clientId)
  }

  /** Creates an agent whose login is unique across all licenses. */
  async agent(name: string, traits: AgentTraits = {}): Promise<Person> {
    const { permission = 'administrator', scopes, groups = [], ...shown } = traits
    const { agents, tokens } = this.engine.parley.admin
    const login = `${name}-${this.licenseId}@example.com`
    const { id }: Agent = await agents.create({
      ...{ licenseId: this.licenseId, login, name, permission },
      groups: groups.map((id) => ({ id, priority: 'normal' })),
      ...shown,
    })
    const { accessToken } = await tokens.createForAgent({
      ...{ licenseId: this.licenseId, agentId: id, clientId: this.clientId },
      ...(scopes && { scopes }),
    })
    await this.#meet(accessToken)
    return new Person(this, 'agent', id, accessToken)
  }

  /** Creates a customer who has sent details, or with `{}` one without details. */
  async customer(traits: CustomerTraits = { name: 'Casey' }): Promise<Person> {
    const { id } = await this.engine.parley.admin.customers.create({ licenseId: this.licenseId, ...traits })
    const token = await this.customerToken(id)
    await this.#meet(token)
    return new Person(this, 'customer', id, token)
  }

  async customerToken(customerId: string): Promise<string> {
    const { licenseId, clientId } = this
    const { tokens } = this.engine.parley.admin
    return (await tokens.createForCustomer({ licenseId, clientId, customerId })).accessToken
  }

  /** Subscribes the engine to the license when the first user is created. */
  async #meet(token: string): Promise<void> {
    if (this.#isMet) return
    this.#isMet = true
    await this.engine.subscribeNodes(token)
  }
}

/** An agent or a customer who calls the engine from outside. */
export class Person {
  readonly world: World
  readonly api: Api
  readonly id: string
  readonly token: string

  constructor(world: World, api: Api, id: string, token: string) {
    this.world = world
    this.api = api
    this.id = id
    this.token = token
  }

  /** Returns the same person on another node. */
  on(engine: TestEngine): Person {
    return new Person(this.world.on(engine), this.api, this.id, this.token)
  }

  web(version: string = newestVersion[this.api]): WebCaller {
    const licenseId = this.api === 'customer' ? { licenseId: this.world.licenseId } : {}
    return new WebCaller(this.world.engine.origin, this.api, version, { token: this.token, ...licenseId })
  }

  /** Returns a caller of the Configuration API for an agent. */
  configuration(version = 'v0.5'): WebCaller {
    return new WebCaller(this.world.engine.origin, 'configuration', version, { token: this.token })
  }

  /** Opens a connection without a login. */
  open(
    version: string = newestVersion[this.api],
    headers: Record<string, string> = {},
    by?: Wire,
  ): Promise<RtmClient> {
    return RtmClient.open(this.rtmUrl(version), headers, by)
  }

  rtmUrl(version: string = newestVersion[this.api]): string {
    const query = this.api === 'customer' ? `?license_id=${this.world.licenseId}` : ''
    return `${this.world.engine.origin.replace('http', 'ws')}/${this.api}/${version}/rtm/ws${query}`
  }

  async connect(version?: string, details: object = {}): Promise<RtmClient> {
    const client = await this.open(version)
    await client.succeed('login', { token: this.token, ...details })
    return client
  }

  via(transport: Transport, version?: string): Promise<Caller> {
    return transport === 'web' ? Promise.resolve(this.web(version)) : this.connect(version)
  }
}
