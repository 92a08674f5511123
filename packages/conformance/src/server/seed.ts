import type { Scope } from '@parley/core/contract'
import type { ServerAgent, ServerFixture, ServerTenant } from './fixture.js'

/** The methods of `parley.admin` that create the licenses and agents of a case. */
export interface ServerAdmin {
  readonly licenses: {
    create(input: { readonly name: string }): Promise<{ readonly id: number }>
    update(licenseId: number, input: { readonly expiresAt: Date }): Promise<unknown>
  }
  readonly apps: {
    create(input: NewApp): Promise<{ readonly clientId: string; readonly clientSecret?: string }>
  }
  readonly agents: { create(input: NewAgent): Promise<{ readonly id: string }> }
  readonly tokens: {
    createForAgent(input: Bearer): Promise<{ readonly accessToken: string; readonly refreshToken: string }>
  }
}

interface NewApp {
  readonly licenseId: number
  readonly name: string
  readonly type: 'server'
  readonly visibility: 'private'
  readonly redirectUris: readonly string[]
  readonly scopes: readonly Scope[]
}

interface NewAgent {
  readonly licenseId: number
  readonly login: string
  readonly name: string
  readonly permission: 'administrator' | 'normal'
}

interface Bearer {
  readonly licenseId: number
  readonly agentId: string
  readonly clientId: string
}

/** The scopes in the order of spec authorization.md "Scopes". */
const scopes: readonly Scope[] = [
  'chats--all:read',
  'chats--my:read',
  'chats.conversation--all:write',
  'chats.conversation--my:write',
  'chats.meta--all:write',
  'chats.meta--my:write',
  'multicast:write',
  'customers.ban:write',
  'customers.identity--manage',
  'customers:read',
  'customers:write',
  'agents--my:write',
  'agents--all:write',
  'auto_chat_scopes:read',
  'auto_chat_scopes:write',
  'properties--my:read',
  'properties--my:write',
  'properties--all:read',
  'webhooks--my:read',
  'webhooks--my:write',
  'webhooks--all:read',
  'webhooks--all:write',
  'agents-bot--my:read',
  'agents-bot--my:write',
  'agents-bot--all:read',
  'agents-bot--all:write',
]

const redirectUri = 'https://app.example/callback'

/**
 * Creates the licenses and agents of a case through the admin API. Servers in another process need a replacement for
 * this.
 */
export async function seedServer(
  admin: ServerAdmin,
): Promise<Pick<ServerFixture, 'tenant' | 'stranger' | 'expired'>> {
  const [tenant, stranger, expired] = [await seeded(admin), await seeded(admin), await seeded(admin)]
  await admin.licenses.update(expired.licenseId, { expiresAt: new Date(0) })
  return { tenant, stranger, expired }
}

async function seeded(admin: ServerAdmin): Promise<ServerTenant> {
  const { id: licenseId } = await admin.licenses.create({ name: 'Conformance' })
  const kind = { type: 'server', visibility: 'private' } as const
  const asked = { licenseId, name: 'Conformance', redirectUris: [redirectUri], scopes }
  const { clientId, clientSecret = '' } = await admin.apps.create({ ...asked, ...kind })
  const agent = async (name: string, permission: NewAgent['permission']): Promise<ServerAgent> => {
    const login = `${name.toLowerCase()}-${licenseId}@example.com`
    const { id } = await admin.agents.create({ licenseId, login, name, permission })
    const { accessToken, refreshToken } = await admin.tokens.createForAgent({
      licenseId,
      agentId: id,
      clientId,
    })
    return { id, accessToken, refreshToken }
  }
  return {
    licenseId,
    app: { clientId, clientSecret, redirectUri },
    administrator: await agent('Ada', 'administrator'),
    agent: await agent('Bob', 'normal'),
  }
}
