/** The scopes of spec authorization.md "Scopes", with level and meaning. */
export const scopes = {
  'chats--all:read': { level: 'normal', meaning: 'Read all license chats' },
  'chats--my:read': { level: 'normal', meaning: 'Read chats the user belongs to' },
  'chats.conversation--all:write': {
    level: 'normal',
    meaning: 'Write conversation data of all license chats',
  },
  'chats.conversation--my:write': { level: 'normal', meaning: 'Write conversation data of own chats' },
  'chats.meta--all:write': { level: 'administrator', meaning: 'Write meta data of all license chats' },
  'chats.meta--my:write': { level: 'normal', meaning: 'Write meta data of own chats' },
  'multicast:write': { level: 'normal', meaning: 'Multicast data to agents or customers' },
  'customers.ban:write': { level: 'normal', meaning: 'Ban customers' },
  'customers.identity--manage': { level: 'administrator', meaning: 'Manage customer identities' },
  'customers:read': { level: 'normal', meaning: 'Read customers' },
  'customers:write': { level: 'normal', meaning: 'Write customers' },
  'agents--my:write': { level: 'normal', meaning: 'Write own profile configuration' },
  'agents--all:write': { level: 'administrator', meaning: 'Write all agent profiles configuration' },
  'auto_chat_scopes:read': { level: 'administrator', meaning: 'Read auto chat scopes configuration' },
  'auto_chat_scopes:write': { level: 'administrator', meaning: 'Write auto chat scopes configuration' },
  'properties--my:read': { level: 'administrator', meaning: 'Read property configuration in own namespace' },
  'properties--my:write': {
    level: 'administrator',
    meaning: 'Write property configuration in own namespace',
  },
  'properties--all:read': {
    level: 'administrator',
    meaning: 'Read property configuration of the whole license',
  },
  'webhooks--my:read': { level: 'administrator', meaning: 'Read own webhooks' },
  'webhooks--my:write': { level: 'administrator', meaning: 'Write own webhooks' },
  'webhooks--all:read': { level: 'administrator', meaning: 'Read all webhooks of the license' },
  'webhooks--all:write': {
    level: 'administrator',
    meaning: 'Write all webhooks of the license (delete only)',
  },
  'agents-bot--my:read': { level: 'administrator', meaning: 'Read own bot agents' },
  'agents-bot--my:write': { level: 'administrator', meaning: 'Write own bot agents' },
  'agents-bot--all:read': { level: 'administrator', meaning: 'Read all bot agents of the license' },
  'agents-bot--all:write': {
    level: 'administrator',
    meaning: 'Write all bot agents of the license (delete only)',
  },
} as const

export type Scope = keyof typeof scopes
export type ScopeLevel = (typeof scopes)[Scope]['level']

export function isScope(name: string): name is Scope {
  return Object.hasOwn(scopes, name)
}
