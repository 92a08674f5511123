import type { Parley, Permission, Scope } from '@parley/core'

type Admin = Parley['admin']

export interface DemoAgent {
  /** Names the agent in the address of the page. */
  readonly key: string
  /** The login, which is also the agent's id. */
  readonly login: string
  readonly name: string
  readonly permission: Permission
}

export interface Demo {
  readonly licenseId: number
  readonly clientId: string
  readonly agents: readonly DemoAgent[]
}

const LICENSE_NAME = 'Hazel & Clay'
const APP_NAME = 'Quickstart'

const agents: readonly DemoAgent[] = [
  { key: 'ada', login: 'ada@example.com', name: 'Ada', permission: 'administrator' },
  { key: 'grace', login: 'grace@example.com', name: 'Grace', permission: 'normal' },
]

/** What the agent page does, and no more. */
const scopes: readonly Scope[] = [
  'chats--all:read',
  'chats.conversation--all:write',
  'chats.meta--all:write',
  'chats.meta--my:write',
  'agents--my:write',
]

/** Makes what is missing, so an interrupted first start is completed by the next one. */
export async function provision(admin: Admin): Promise<Demo> {
  const licenseId = await provideLicense(admin)
  for (const agent of agents) await provideAgent(admin, licenseId, agent)
  return { licenseId, clientId: await provideApp(admin, licenseId), agents }
}

async function provideLicense(admin: Admin): Promise<number> {
  const licenses = await admin.licenses.list()
  const license =
    licenses.find(({ name }) => name === LICENSE_NAME) ??
    (await admin.licenses.create({ name: LICENSE_NAME }))
  return license.id
}

async function provideAgent(admin: Admin, licenseId: number, agent: DemoAgent): Promise<void> {
  if ((await admin.agents.get(agent.login)) !== undefined) return
  const { login, name, permission } = agent
  await admin.agents.create({ licenseId, login, name, email: login, permission })
}

async function provideApp(admin: Admin, licenseId: number): Promise<string> {
  const apps = await admin.apps.list(licenseId)
  const app =
    apps.find(({ name }) => name === APP_NAME) ??
    (await admin.apps.register({
      licenseId,
      name: APP_NAME,
      type: 'browser',
      visibility: 'private',
      // Nobody is redirected: the quickstart issues its tokens in process.
      redirectUris: ['http://127.0.0.1/'],
      scopes: [...scopes],
    }))
  return app.clientId
}
