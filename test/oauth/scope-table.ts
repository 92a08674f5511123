import type { Scope } from '@parley/core/admin'
import { png } from '../support/images.js'

/**
 * The scopes that an action needs. Written down from spec chat.md "Agent API actions", configuration.md "Endpoints" and
 * decisions §5, and not from the contract.
 */
export type Need =
  /** No permission is needed. */
  | 'none'
  /** Any of these scopes is enough. */
  | { readonly any: readonly Scope[] }
  /** A scope of `all` covers every visible chat; a scope of `my` covers the chats of the agent. */
  | { readonly all: readonly Scope[]; readonly my: readonly Scope[] }

export interface ScopedAction {
  readonly name: string
  /** The API of the action. Default: the Agent API. */
  readonly api?: 'configuration'
  /** The version of the API. Default: the newest one. */
  readonly version?: 'v0.3'
  readonly need: Need
  readonly payload: (given: {
    readonly chatId: string
    readonly threadId: string
    readonly self: string
    readonly other: string
    readonly customerId: string
    readonly autoChatScopesId: string
    /** Id of a bot of the token's own app, and of a bot of another app. */
    readonly ownBotId: string
    readonly otherBotId: string
    readonly ownWebhookId: string
    readonly otherWebhookId: string
  }) => object
}

const reading = { all: ['chats--all:read'], my: ['chats--my:read'] } as const
const conversation = { all: ['chats.conversation--all:write'], my: ['chats.conversation--my:write'] } as const
const readOnly = { read: true, write: false }
const meta = { all: ['chats.meta--all:write'], my: ['chats.meta--my:write'] } as const

export const scopedActions: readonly ScopedAction[] = [
  { name: 'login', need: 'none', payload: () => ({}) },
  { name: 'start_chat', need: 'none', payload: () => ({}) },
  { name: 'get_filtered_chats', need: { any: ['chats--all:read', 'chats--my:read'] }, payload: () => ({}) },
  { name: 'get_archives', need: { any: ['chats--all:read'] }, payload: () => ({}) },
  { name: 'get_chat_threads', need: reading, payload: ({ chatId }) => ({ chat_id: chatId }) },
  { name: 'update_last_seen_timestamp', need: reading, payload: ({ chatId }) => ({ chat_id: chatId }) },
  {
    name: 'send_event',
    need: conversation,
    payload: ({ chatId }) => ({ chat_id: chatId, event: { type: 'message', text: 'Hello' } }),
  },
  {
    name: 'send_file',
    need: conversation,
    payload: ({ chatId }) => ({ chat_id: chatId, file: png(1, 1) }),
  },
  { name: 'upload_image', need: 'none', payload: () => ({ image: png(1, 1) }) },
  {
    name: 'send_typing_indicator',
    need: conversation,
    payload: ({ chatId }) => ({ chat_id: chatId, is_typing: true }),
  },
  { name: 'close_thread', need: meta, payload: ({ chatId }) => ({ chat_id: chatId }) },
  {
    name: 'join_chat',
    need: { all: ['chats.conversation--all:write', ...meta.all], my: meta.my },
    payload: ({ chatId, self }) => ({ chat_id: chatId, agent_ids: [self] }),
  },
  {
    name: 'join_chat',
    need: meta,
    payload: ({ chatId, other }) => ({ chat_id: chatId, agent_ids: [other] }),
  },
  {
    name: 'remove_from_chat',
    need: { all: [...conversation.all, ...meta.all], my: [...conversation.my, ...meta.my] },
    payload: ({ chatId }) => ({ chat_id: chatId }),
  },
  {
    name: 'remove_from_chat',
    need: meta,
    payload: ({ chatId, other }) => ({ chat_id: chatId, agent_ids: [other] }),
  },
  // Uses a group that the chat does not belong to, so that the chat stays visible to the same agents.
  {
    name: 'update_chat_scopes',
    need: meta,
    payload: ({ chatId }) => ({ chat_id: chatId, remove_scopes: { groups: [9] } }),
  },
  {
    name: 'update_chat_properties',
    need: conversation,
    payload: ({ chatId }) => ({ chat_id: chatId, properties: { test: { int_property: 1 } } }),
  },
  {
    name: 'update_chat_thread_properties',
    need: conversation,
    payload: ({ chatId, threadId }) => {
      return { chat_id: chatId, thread_id: threadId, properties: { test: { int_property: 1 } } }
    },
  },
  {
    name: 'multicast',
    need: { any: ['multicast:write'] },
    payload: ({ other }) => ({ scopes: { agents: { ids: [other] } }, content: 'Hello' }),
  },
  {
    name: 'send_broadcast',
    version: 'v0.3',
    need: { any: ['multicast:write'] },
    payload: ({ other }) => ({ scopes: { agents: [other] }, content: 'Hello' }),
  },
  {
    name: 'update_agent',
    need: { any: ['agents--my:write', 'agents--all:write'] },
    payload: () => ({ routing_status: 'not_accepting_chats' }),
  },
  {
    name: 'update_agent',
    need: { any: ['agents--all:write'] },
    payload: ({ other }) => ({ routing_status: 'not_accepting_chats', agent_id: other }),
  },
  {
    name: 'ban_customer',
    need: { any: ['customers.ban:write'] },
    payload: ({ customerId }) => ({ customer_id: customerId, ban: { days: 1 } }),
  },
  {
    name: 'add_auto_chat_scopes',
    need: { any: ['auto_chat_scopes:write'] },
    payload: () => {
      return {
        scopes: { groups: [9] },
        rules: { chat_properties: { test: { int_property: { exists: true } } } },
      }
    },
  },
  {
    name: 'remove_auto_chat_scopes',
    need: { any: ['auto_chat_scopes:write'] },
    payload: ({ autoChatScopesId }) => ({ auto_chat_scopes_id: autoChatScopesId }),
  },
  { name: 'get_auto_chat_scopes_config', need: { any: ['auto_chat_scopes:read'] }, payload: () => ({}) },
  {
    name: 'properties/create_properties',
    api: 'configuration',
    need: { any: ['properties--my:write'] },
    payload: () => ({ color: { type: 'string', locations: { chat: { access: { agent: readOnly } } } } }),
  },
  {
    name: 'properties/get_property_configs',
    api: 'configuration',
    need: { any: ['properties--my:read', 'properties--all:read'] },
    payload: () => ({}),
  },
  {
    name: 'properties/get_property_configs',
    api: 'configuration',
    need: { any: ['properties--all:read'] },
    payload: () => ({ all: true }),
  },
  {
    name: 'agents/create_bot_agent',
    api: 'configuration',
    need: { any: ['agents-bot--my:write'] },
    payload: () => ({ name: 'Bot', status: 'offline' }),
  },
  {
    name: 'agents/update_bot_agent',
    api: 'configuration',
    need: { any: ['agents-bot--my:write'] },
    payload: ({ ownBotId }) => ({ id: ownBotId, name: 'Other' }),
  },
  {
    name: 'agents/get_bot_agents',
    api: 'configuration',
    need: { any: ['agents-bot--my:read', 'agents-bot--all:read'] },
    payload: () => ({}),
  },
  {
    name: 'agents/get_bot_agents',
    api: 'configuration',
    need: { any: ['agents-bot--all:read'] },
    payload: () => ({ all: true }),
  },
  {
    name: 'agents/get_bot_agent_details',
    api: 'configuration',
    need: { any: ['agents-bot--my:read', 'agents-bot--all:read'] },
    payload: ({ ownBotId }) => ({ bot_agent_id: ownBotId }),
  },
  {
    name: 'agents/get_bot_agent_details',
    api: 'configuration',
    need: { any: ['agents-bot--all:read'] },
    payload: ({ otherBotId }) => ({ bot_agent_id: otherBotId }),
  },
  {
    name: 'agents/remove_bot_agent',
    api: 'configuration',
    need: { any: ['agents-bot--my:write', 'agents-bot--all:write'] },
    payload: ({ ownBotId }) => ({ bot_agent_id: ownBotId }),
  },
  {
    name: 'agents/remove_bot_agent',
    api: 'configuration',
    need: { any: ['agents-bot--all:write'] },
    payload: ({ otherBotId }) => ({ bot_agent_id: otherBotId }),
  },
  {
    name: 'webhooks/register_webhook',
    api: 'configuration',
    need: { any: ['webhooks--my:write'] },
    payload: () => ({ url: 'https://app.example/', action: 'agent_deleted', secret_key: 'secret' }),
  },
  {
    name: 'webhooks/get_webhooks_config',
    api: 'configuration',
    need: { any: ['webhooks--my:read', 'webhooks--all:read'] },
    payload: () => ({}),
  },
  {
    name: 'webhooks/unregister_webhook',
    api: 'configuration',
    need: { any: ['webhooks--my:write', 'webhooks--all:write'] },
    payload: ({ ownWebhookId }) => ({ webhook_id: ownWebhookId }),
  },
  {
    name: 'webhooks/unregister_webhook',
    api: 'configuration',
    need: { any: ['webhooks--all:write'] },
    payload: ({ otherWebhookId }) => ({ webhook_id: otherWebhookId }),
  },
  {
    name: 'change_push_notifications',
    need: 'none',
    payload: () => ({ push_service_token: 'device', platform: 'ios', enabled: true }),
  },
]

const normalScopes: readonly Scope[] = [
  'chats--all:read',
  'chats--my:read',
  'chats.conversation--all:write',
  'chats.conversation--my:write',
  'chats.meta--my:write',
  'multicast:write',
  'customers.ban:write',
  'customers:read',
  'customers:write',
  'agents--my:write',
]

/** Scopes that only an administrator can grant (spec authorization.md "Scopes"). */
export const administratorScopes: ReadonlySet<Scope> = new Set<Scope>([
  'chats.meta--all:write',
  'customers.identity--manage',
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
])

export const everyScope: readonly Scope[] = [...normalScopes, ...administratorScopes]

export interface Standing {
  readonly isMember: boolean
  readonly isVisible: boolean
}

/** Returns whether a token with only that scope allows the action to a user with this relation to the chat. */
export function isAllowed(need: Need, scope: Scope | undefined, { isMember, isVisible }: Standing): boolean {
  if (need === 'none') return true
  if (scope === undefined) return false
  if ('any' in need) return need.any.includes(scope)
  return (need.all.includes(scope) && isVisible) || (need.my.includes(scope) && isMember)
}
