import assert from 'node:assert/strict'
import type { ApiVersion } from '../../packages/core/src/contract/versions.js'
import type { RtmClient } from '../support/rtm-client.js'
import type { AgentTraits, Person, World } from '../support/world.js'
import { type AgentName, type Cast, type Name, type TenantName, tenantNames, tenants } from './calls.js'
import type { Installation } from './installation.js'
import { Known } from './known.js'
import { logIn, type ModelTransport, openClient, type TransportClient, wireFor } from './transports.js'

/**
 * The agents: one who sees every chat, one in the groups 0 and 1, one who sees only their own chats, and one who sees
 * every chat of the other license.
 */
const traits: Readonly<Record<AgentName, AgentTraits>> = {
  ada: {},
  bob: { permission: 'normal', groups: [0, 1] },
  cora: { permission: 'normal', groups: [2] },
  eve: {},
}

export interface Tenant {
  readonly world: World
  /** Users by name. The first one is an administrator. */
  readonly people: ReadonlyMap<string, Person>
  readonly known: Known
}

type Settled = Omit<Tenant, 'known'>

/** The users of a sequence on one side. All of them receive pushes, and are spread over the nodes. */
export class People {
  readonly #way: ModelTransport
  readonly #installation: Installation
  readonly tenants: readonly Tenant[]
  readonly #listeners = new Map<string, RtmClient>()
  readonly #clients = new Map<string, TransportClient>()

  private constructor(installation: Installation, way: ModelTransport, all: readonly Tenant[]) {
    this.#installation = installation
    this.#way = way
    this.tenants = all
  }

  static async connect(installation: Installation, way: ModelTransport, cast: Cast): Promise<People> {
    const settled: Settled[] = []
    for (const name of tenantNames) settled.push(await settle(await installation.world(), name))
    const everybody = settled.flatMap(({ people }) => [...people])
    const ids = new Map(everybody.map(([name, { id }]) => [name, id]))
    const all = settled.map((one): Tenant => ({ ...one, known: new Known(ids, one.world.clientId) }))
    const people = new People(installation, way, all)
    for (const one of all) for (const other of all) if (one !== other) one.known.merge(other.known)
    await people.#listen(cast)
    return people
  }

  get listeners(): ReadonlyMap<string, RtmClient> {
    return this.#listeners
  }

  knownTo(name: Name): Known {
    return this.#tenantOf(name).known
  }

  /** Returns the user on the node whose turn it is. */
  at(turn: number, name: Name): Person {
    const person = this.#tenantOf(name).people.get(name)
    assert.ok(person, `${name} is not one of the users`)
    return person.on(this.#installation.node(turn))
  }

  /** Returns how the user calls actions on that node. */
  clientOf(turn: number, name: Name): TransportClient {
    const key = `${name} ${turn % this.#installation.nodeCount}`
    const client = this.#clients.get(key) ?? openClient(this.#way, this.at(turn, name))
    this.#clients.set(key, client)
    return client
  }

  async leave(): Promise<void> {
    for (const listener of this.#listeners.values()) if (listener.isOpen) await listener.close()
    for (const client of this.#clients.values()) await client.close()
  }

  /**
   * Connects an administrator to every node: a node that does not know the license yet would wait for messages that
   * never come.
   */
  async #listen(cast: Cast): Promise<void> {
    for (const { people } of this.tenants) {
      for (const [index, [name, person]] of [...people].entries()) {
        const turns = index === 0 ? [0, 1, 2] : [index]
        for (const turn of turns) {
          const own = person.on(this.#installation.node(turn))
          const { connection } = await logIn(own, wireFor(this.#way), versionOf(person, cast))
          this.#listeners.set(`${name} ${turn}`, connection)
        }
      }
    }
  }

  #tenantOf(name: Name): Tenant {
    for (const tenant of this.tenants) if (tenant.people.has(name)) return tenant
    throw new TypeError(`${name} is not one of the users`)
  }
}

function versionOf({ api }: Person, { agents, customers }: Cast): ApiVersion {
  return api === 'agent' ? agents : customers
}

async function settle(world: World, name: TenantName): Promise<Settled> {
  await world.engine.parley.admin.properties.createOrReplace({
    ...{ licenseId: world.licenseId, namespace: 'desk', name: 'note', type: 'string' },
    locations: {
      chat: { agent: { read: true, write: true } },
      thread: { agent: { read: true, write: true }, customer: { read: true, write: false } },
    },
  })
  const people = new Map<string, Person>()
  for (const agent of tenants[name].agents) people.set(agent, await world.agent(agent, traits[agent]))
  for (const customer of tenants[name].customers)
    people.set(customer, await world.customer({ name: customer }))
  return { world, people }
}
