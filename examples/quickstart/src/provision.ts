import type { Parley } from '@parley/core'
import type { Permission, Scope } from '@parley/core/admin'
import { memorablePassword, type PasswordFile } from './passwords.js'
import type { Team, TeamFile } from './teams.js'

type Admin = Parley['admin']

export interface DemoAgent {
  /** Login of the agent, which is also the agent's id. */
  readonly login: string
  readonly name: string
  readonly permission: Permission
  readonly password: string
}

export interface DemoApp {
  readonly clientId: string
  readonly name: string
}

export interface Demo {
  readonly licenseId: number
  readonly teams: TeamFile
  readonly agents: readonly DemoAgent[]
  /** App of the agents' page. Its tokens have the scopes that the page needs. */
  readonly desk: DemoApp
  /** App of the administrators' page. Its tokens can configure the license. */
  readonly console: DemoApp
  /** App of the API reference. Its tokens can call every action. */
  readonly reference: DemoApp
}

const LICENSE_NAME = 'Hazel & Clay'
const REDIRECT_PATH = '/signed-in'

/** The teams of a new installation. */
export const firstTeams = [
  { id: 1, name: 'Shop' },
  { id: 2, name: 'Workshop' },
] as const satisfies readonly Team[]

/** Chat limit of each demo agent, small enough to see soon how chats wait. */
const MOST_CHATS = 3

const inTeam = (id: (typeof firstTeams)[number]['id']) => ({ id, priority: 'normal' }) as const

const agents = [
  { login: 'ada@example.com', name: 'Ada', permission: 'administrator', groups: [inTeam(1), inTeam(2)] },
  { login: 'grace@example.com', name: 'Grace', permission: 'normal', groups: [inTeam(1)] },
  { login: 'linus@example.com', name: 'Linus', permission: 'normal', groups: [inTeam(2)] },
] as const

const deskScopes: readonly Scope[] = [
  'chats--all:read',
  'chats.conversation--all:write',
  'chats.meta--all:write',
  'chats.meta--my:write',
  'agents--my:write',
  'customers.ban:write',
]

/** Scopes that only administrators can grant. For other agents, a token only identifies them. */
const consoleScopes: readonly Scope[] = [
  'agents-bot--all:read',
  'agents-bot--all:write',
  'webhooks--my:write',
  'webhooks--all:read',
  'webhooks--all:write',
  'properties--my:write',
  'properties--all:read',
]

/** Scopes of the reference: those of both other pages, and those that no page needs. */
const referenceScopes: readonly Scope[] = [
  ...deskScopes,
  ...consoleScopes,
  'agents-bot--my:write',
  'auto_chat_scopes:read',
  'auto_chat_scopes:write',
  'multicast:write',
]

/** Creates whatever is missing, so that the next start completes an interrupted first start. */
export async function provision(admin: Admin, passwords: PasswordFile, teams: TeamFile): Promise<Demo> {
  const licenseId = await provideLicense(admin)
  const provided: DemoAgent[] = []
  for (const agent of agents) provided.push(await provideAgent(admin, licenseId, agent, passwords))
  return {
    ...{ licenseId, teams, agents: provided },
    desk: await provideApp(admin, licenseId, 'Hazel & Clay desk', deskScopes),
    console: await provideApp(admin, licenseId, 'Hazel & Clay console', consoleScopes),
    reference: await provideApp(admin, licenseId, 'Hazel & Clay reference', referenceScopes),
  }
}

/** Allows sign-in to redirect to the pages' own address, whose port may differ at each start. */
export async function allowRedirects(
  admin: Admin,
  { desk, console, reference }: Demo,
  url: string,
): Promise<void> {
  const { port } = new URL(url)
  const redirectUris = ['127.0.0.1', 'localhost'].map((host) => `http://${host}:${port}${REDIRECT_PATH}`)
  for (const { clientId } of [desk, console, reference]) await admin.apps.update(clientId, { redirectUris })
}

async function provideLicense(admin: Admin): Promise<number> {
  const { items: licenses } = await admin.licenses.list()
  const license =
    licenses.find(({ name }) => name === LICENSE_NAME) ??
    (await admin.licenses.create({ name: LICENSE_NAME }))
  return license.id
}

/** Creates an agent. The password is written to the file last, so a password in the file always works. */
async function provideAgent(
  admin: Admin,
  licenseId: number,
  agent: (typeof agents)[number],
  passwords: PasswordFile,
): Promise<DemoAgent> {
  const known = passwords.get(agent.login)
  const password = known ?? memorablePassword()
  const newAgent = { ...agent, licenseId, email: agent.login, password, maxChatsCount: MOST_CHATS }
  const isThere = (await admin.agents.get(agent.login)) !== undefined
  if (!isThere) await admin.agents.create(newAgent)
  else if (known === undefined) await admin.agents.setPassword(agent.login, password)
  if (known === undefined) await passwords.put(agent.login, password)
  return { ...agent, password }
}

async function provideApp(
  admin: Admin,
  licenseId: number,
  name: string,
  scopes: readonly Scope[],
): Promise<DemoApp> {
  const { items: apps } = await admin.apps.list({ licenseId })
  const known = apps.find((candidate) => candidate.name === name)
  const app =
    known === undefined
      ? await admin.apps.create({
          ...{ licenseId, name, scopes, redirectUris: [] },
          type: 'browser',
          visibility: 'private',
        })
      : // A newer version of the page may ask for more.
        await admin.apps.update(known.clientId, { scopes })
  return { clientId: app.clientId, name }
}
