import type { CreateAppInput, Permission, Scope } from '@parley/core/admin'
import type { World } from '../support/world.js'

/** Options for cheap password hashing, and for many sign-ins from one address. */
export const cheapPasswords = { limits: { passwordCostLog2: 10, signInsPerAddress: 100_000 } } as const

/** A rate limit that no test reaches on a connection whose clock stands still. */
export const unhurriedRtm = { rtm: { messagesPerSecond: 1_000_000 } } as const

export const redirectUri = 'https://app.example.com/callback'
export const password = 'correct horse battery staple'

export interface OAuthApp {
  readonly clientId: string
  /** The client secret; empty for a browser app. */
  readonly clientSecret: string
  readonly responseType: 'code' | 'token'
  readonly redirectUri: string
}

export interface Login {
  readonly id: string
  readonly password: string
}

/** A scope that covers whole chats, and one that covers only their metadata. */
export const bothLevels: readonly Scope[] = ['chats--all:read', 'chats.meta--all:write']

export async function registerApp(world: World, traits: Partial<CreateAppInput> = {}): Promise<OAuthApp> {
  const options: CreateAppInput = {
    ...{ licenseId: world.licenseId, name: 'Desk', type: 'server', visibility: 'private' },
    redirectUris: [redirectUri],
    scopes: bothLevels,
    ...traits,
  }
  const { clientId, clientSecret = '' } = await world.engine.parley.admin.apps.create(options)
  const responseType = options.type === 'server' ? 'code' : 'token'
  return { clientId, clientSecret, responseType, redirectUri: options.redirectUris[0] ?? '' }
}

/** Creates an agent who can sign in with a password. */
export async function agentWithPassword(
  world: World,
  name = 'ada',
  permission: Permission = 'administrator',
): Promise<Login> {
  const login = `${name}-${world.licenseId}@example.com`
  const account = { licenseId: world.licenseId, login, name, permission, password }
  const { id } = await world.engine.parley.admin.agents.create(account)
  return { id, password }
}

export function authUrlOf({ engine }: World): string {
  return `${engine.origin}/auth`
}
