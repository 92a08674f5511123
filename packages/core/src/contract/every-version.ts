import { versions } from './versions.js'

/** Common fields of actions that exist in every version and on every transport. */
export const agentEverywhere = {
  api: 'agent',
  spec: 'chat.md "Agent API actions"',
  versions: versions.agent,
  transports: ['web', 'rtm'],
} as const

/**
 * Common fields of actions that exist in every version and on every transport. Customers hold no token scopes: their
 * permissions follow from membership (decisions §5.1).
 */
export const customerEverywhere = {
  api: 'customer',
  spec: 'chat.md "Customer API actions"',
  versions: versions.customer,
  transports: ['web', 'rtm'],
  scopes: [],
} as const

/** Pairs of token scopes that allow the same for all chats, or for the caller's own chats. */
export const readScopes = ['chats--all:read', 'chats--my:read'] as const
export const conversationScopes = ['chats.conversation--all:write', 'chats.conversation--my:write'] as const
export const metaScopes = ['chats.meta--all:write', 'chats.meta--my:write'] as const

/** Common fields of pushes that exist in every version. */
export const agentEveryVersion = {
  api: 'agent',
  spec: 'chat.md "Agent API pushes"',
  versions: versions.agent,
} as const

/** Common fields of pushes that exist in every version. */
export const customerEveryVersion = {
  api: 'customer',
  spec: 'chat.md "Customer API pushes"',
  versions: versions.customer,
} as const
