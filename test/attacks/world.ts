import type { Parley } from '@parley/core'
import { scopes as scopeTable } from '../../packages/core/src/contract/scopes.js'
import type { Caller } from '../faults/wire.js'
import type { NamedKind } from './attack.js'
import { createAttackerData } from './estates.js'
import type { People } from './people.js'

/** The users of one kind of attack: honest ones and attackers in the same license. */
export interface Cast {
  readonly honestCustomer: Caller
  readonly honestAgent: Caller
  readonly attackers: People
}

/**
 * The cast of each kind of attack, by its name. Each has its own license, so that data of one kind does not appear in
 * the lists of another.
 */
export type World = ReadonlyMap<string, Cast>

type Scope = keyof typeof scopeTable
type Apps = Pick<People, 'browserApp' | 'serverApp'>

const redirectUri = 'https://app.example/callback'

export async function createWorld(parley: Parley, kinds: readonly NamedKind[]): Promise<World> {
  const world = new Map<string, Cast>()
  for (const [index, kind] of kinds.entries()) world.set(kind.name, await createCast(parley, kind, index))
  return world
}

async function createCast(parley: Parley, kind: NamedKind, index: number): Promise<Cast> {
  const { admin } = parley
  const { id: licenseId } = await admin.licenses.create({ name: kind.name })
  const apps = await registerApps(parley, licenseId)
  const { clientId } = apps.browserApp
  const agentId = await createAgent(parley, licenseId, `honest-${index}`)
  const agent = await admin.tokens.createForAgent({ licenseId, agentId, clientId })
  const { id: customerId } = await admin.customers.create({ licenseId, name: 'Honest' })
  const customer = await admin.tokens.createForCustomer({ licenseId, clientId, customerId })
  return {
    honestCustomer: {
      root: '/customer/v0.5',
      query: `?license_id=${licenseId}`,
      token: customer.accessToken,
    },
    honestAgent: { root: '/agent/v0.4', query: '', token: agent.accessToken },
    attackers: await createAttackers(parley, licenseId, apps, `attacker-${index}`, kind),
  }
}

async function registerApps({ admin }: Parley, licenseId: number): Promise<Apps> {
  const scopes = Object.keys(scopeTable).filter(isScope)
  const common = { licenseId, visibility: 'private', redirectUris: [redirectUri], scopes } as const
  const browser = await admin.apps.create({ ...common, name: 'browser', type: 'browser' })
  const server = await admin.apps.create({ ...common, name: 'server', type: 'server' })
  return {
    browserApp: { clientId: browser.clientId, redirectUri },
    serverApp: { clientId: server.clientId, clientSecret: server.clientSecret ?? '', redirectUri },
  }
}

function isScope(name: string): name is Scope {
  return Object.hasOwn(scopeTable, name)
}

/** Creates an administrator, who sees every chat of the license, and returns the id. */
async function createAgent({ admin }: Parley, licenseId: number, name: string): Promise<string> {
  const agent = { licenseId, login: `${name}@example.com`, name, permission: 'administrator' } as const
  return (await admin.agents.create(agent)).id
}

async function createAttackers(
  parley: Parley,
  licenseId: number,
  apps: Apps,
  name: string,
  { estate }: NamedKind,
): Promise<People> {
  const { tokens, customers } = parley.admin
  const agentId = await createAgent(parley, licenseId, name)
  const ofBrowser = { licenseId, clientId: apps.browserApp.clientId }
  const ofServer = { licenseId, clientId: apps.serverApp.clientId }
  const agent = await tokens.createForAgent({ ...ofBrowser, agentId })
  const app = await tokens.createForAgent({ ...ofServer, agentId })
  const { id: customerId } = await customers.create({ licenseId, name })
  const { accessToken: token } = await tokens.createForCustomer({ ...ofBrowser, customerId })
  return {
    licenseId,
    agentId,
    customerId,
    customer: { token, ...(await createAttackerData(parley.as({ customerId }), estate)) },
    agentToken: agent.accessToken,
    appToken: app.accessToken,
    refreshToken: app.refreshToken,
    ...apps,
  }
}
