import type { WebhookAction } from '../contract/webhook-actions.js'
import { formerScopes } from '../domain/chat-scopes.js'
import type { SessionSelector } from '../domain/session-selector.js'
import type { Audience } from '../push/audience.js'
import type { ConnectionChange } from '../push/connection-change.js'
import type { EndCause } from '../push/push-target.js'
import type { AgentViewer, CustomerViewer } from '../views/viewer.js'
import type { ChatFactOf, Fact, FactName, FactOf, LicenseFactOf } from './fact.js'
import {
  agentsDisconnectedView,
  agentView,
  appView,
  configurationView,
  customerView,
  hostPropertiesView,
  hostThreadPropertiesView,
  licenseExpiryView,
  loggedInView,
  tokensView,
} from './host-views.js'
import { eventNotice, type NoticeOf, threadNotice, usersNotice } from './notices.js'
import {
  type AgentPayload,
  agentTypingView,
  agentUpdatedView,
  type CustomerPayload,
  chatPropertiesView,
  chatThreadOfAgentApiView,
  chatThreadOfCustomerApiView,
  customerBannedView,
  customerTypingView,
  customerUpdatedOfAgentApiView,
  customerUpdatedOfCustomerApiView,
  eventOfAgentApiView,
  eventOfCustomerApiView,
  lastSeenView,
  multicastOfAgentApiView,
  multicastOfCustomerApiView,
  postbackOfCustomerApiView,
  postbackView,
  scopesUpdatedView,
  sneakPeekView,
  threadClosedView,
  threadPropertiesView,
  usersOfAgentApiView,
  usersOfCustomerApiView,
} from './push-views.js'
import { eventOfWebhookView, offlineView, statusView } from './webhook-views.js'

/**
 * The consequences of one kind of fact. A field is `null` when there is no such consequence. The first columns say what
 * each node does; `FactReceiver` carries them out. The last ones say what the node of the commit does, once: a part of
 * the engine reads its own column in `onCommit`, and the webhooks are stored in the commit.
 */
export interface Consequences<F extends Fact = Fact> {
  /** Users who receive the push. The payload functions return `undefined` when the push is not meant for a viewer. */
  readonly audience: ((fact: F) => Audience) | null
  readonly customerPush: ((fact: F, viewer: CustomerViewer) => CustomerPayload | undefined) | null
  readonly agentPush: ((fact: F, viewer: AgentViewer) => AgentPayload | undefined) | null
  /** Whether the fact is not stored and takes no sequence. It matters only at the moment when it is pushed. */
  readonly isEphemeral: boolean
  readonly connections: ((fact: F) => ConnectionChange) | null
  /** Sessions whose cached identities must be read again. */
  readonly stale: ((fact: F) => SessionSelector) | null
  /** Current revision of the license's configuration. */
  readonly configuration: ((fact: F) => number) | null
  /** Payload for listeners of the host (decisions §16.11), where it differs from what agents receive. */
  readonly hostView: ((fact: F, viewer: AgentViewer) => object) | null
  /** Whether the fact brings new events, whose words search has to index. */
  readonly hasNewEvents: boolean
  /** Agents who are notified on their devices (decisions §12). */
  readonly notice: NoticeOf<F> | null
  /**
   * Whether the fact may allow an assignment: an agent for a waiting thread, or a thread for an agent (decisions §7).
   */
  readonly routes: ((fact: F) => boolean) | null
  /** Payload for webhooks (spec configuration.md "Events"). */
  readonly webhook: WebhookOf<F> | null
}

/** The webhook action of a fact and its `data`. `data` returns `undefined` when nothing is sent. */
export interface WebhookOf<F> {
  readonly action: WebhookAction
  readonly data: (fact: F, viewer: AgentViewer) => object | undefined
}

const readers = ({ chat }: ChatFactOf): Audience => {
  return { kind: 'chat', chat, formerMemberIds: [], formerScopes: null, exceptUserId: null }
}
const readersBeforeAndAfter = (fact: ChatFactOf<'chat_scopes_updated'>): Audience => {
  const { chat } = fact
  const former = formerScopes(chat.scopes, fact)
  return { kind: 'chat', chat, formerMemberIds: [], formerScopes: former, exceptUserId: null }
}
const readersAndRemoved = ({ chat, removed }: ChatFactOf<'chat_users_updated'>): Audience => {
  const formerMemberIds = removed.map(({ id }) => id)
  return { kind: 'chat', chat, formerMemberIds, formerScopes: null, exceptUserId: null }
}
const readersButAuthor = ({
  chat,
  authorId,
}: ChatFactOf<'incoming_typing_indicator' | 'incoming_sneak_peek'>): Audience => {
  return { kind: 'chat', chat, formerMemberIds: [], formerScopes: null, exceptUserId: authorId }
}
const readersOfThread = (fact: ChatFactOf<'incoming_chat_thread'>): Audience => {
  const { chat, onlyTo } = fact
  return onlyTo === null ? readers(fact) : { kind: 'new reader', chat, agentId: onlyTo }
}
const agents = ({ licenseId }: LicenseFactOf): Audience => ({ kind: 'agents', licenseId })

const recipientsOf = ({ licenseId, recipients }: LicenseFactOf<'incoming_multicast'>): Audience => {
  return { kind: 'recipients', licenseId, recipients }
}

const agentSessions = ({ agentId }: { readonly agentId: string }): SessionSelector => ({
  kind: 'agent',
  agentId,
})
const customerSessions = ({ customerId }: { readonly customerId: string }): SessionSelector => {
  return { kind: 'customer', customerId }
}
const tokenSessions = ({ tokenHashes }: FactOf<'tokens_revoked'>): SessionSelector => ({
  kind: 'tokens',
  tokenHashes,
})
const appSessions = ({ clientId }: FactOf<'app_removed'>): SessionSelector => ({ kind: 'app', clientId })
const licenseSessions = (): SessionSelector => ({ kind: 'license' })

function ends<F>(selector: (fact: F) => SessionSelector, cause: EndCause, hasGrace = true) {
  return (fact: F): ConnectionChange => ({ kind: 'end', selector: selector(fact), cause, hasGrace })
}

const isWaiting = ({ shown }: FactOf<'incoming_chat_thread'>) => shown.head.thread.waitingSince !== null
const freesAgent = ({ removed }: FactOf<'chat_users_updated'>) => removed.some(({ kind }) => kind === 'agent')
const freesAgents = ({ chat }: FactOf<'thread_closed'>) => chat.members.some(({ kind }) => kind === 'agent')
const accepts = ({ routingStatus }: FactOf<'agent_updated' | 'agent_logged_in'>) => {
  return routingStatus === 'accepting_chats'
}
const always = () => true

const inChat = {
  audience: readers,
  isEphemeral: false,
  connections: null,
  stale: null,
  configuration: null,
  hostView: null,
  hasNewEvents: false,
  notice: null,
  routes: null,
  webhook: null,
} as const
const ephemeral = { ...inChat, audience: readersButAuthor, isEphemeral: true } as const
const notPushed = { ...inChat, audience: null, customerPush: null, agentPush: null } as const

const expire = ({ expiresAt }: LicenseFactOf<'license_updated'>): ConnectionChange => {
  return { kind: 'expire', licenseExpiresAt: expiresAt }
}

const changeAgent = (fact: LicenseFactOf<'agent_profile_updated'>): ConnectionChange => {
  const { agentId, permission, groups } = fact
  return { kind: 'agent', agentId, access: { permission, groups } }
}

const revisionOf = ({ revision }: LicenseFactOf<'configuration_updated'>): number => revision

type Table = { readonly [N in FactName]: Consequences<FactOf<N>> }

/** The consequences of every fact: one row per fact, one column per kind of consequence. */
const table = {
  incoming_chat_thread: {
    ...inChat,
    audience: readersOfThread,
    routes: isWaiting,
    customerPush: chatThreadOfCustomerApiView,
    agentPush: chatThreadOfAgentApiView,
    hasNewEvents: true,
    notice: threadNotice,
    webhook: { action: 'incoming_chat_thread', data: chatThreadOfAgentApiView },
  },
  chat_users_updated: {
    ...inChat,
    audience: readersAndRemoved,
    customerPush: usersOfCustomerApiView,
    agentPush: usersOfAgentApiView,
    notice: usersNotice,
    routes: freesAgent,
    webhook: { action: 'chat_users_updated', data: usersOfAgentApiView },
  },
  incoming_event: {
    ...inChat,
    customerPush: eventOfCustomerApiView,
    agentPush: eventOfAgentApiView,
    hasNewEvents: true,
    notice: eventNotice,
    webhook: { action: 'incoming_event', data: eventOfWebhookView },
  },
  incoming_rich_message_postback: {
    ...inChat,
    customerPush: postbackOfCustomerApiView,
    agentPush: null,
    hostView: postbackView,
    webhook: { action: 'incoming_rich_message_postback', data: postbackView },
  },
  incoming_typing_indicator: { ...ephemeral, customerPush: customerTypingView, agentPush: agentTypingView },
  incoming_sneak_peek: { ...ephemeral, customerPush: null, agentPush: sneakPeekView },
  thread_closed: {
    ...inChat,
    customerPush: threadClosedView,
    agentPush: threadClosedView,
    routes: freesAgents,
    webhook: { action: 'thread_closed', data: threadClosedView },
  },
  chat_scopes_updated: {
    ...inChat,
    audience: readersBeforeAndAfter,
    customerPush: scopesUpdatedView,
    agentPush: scopesUpdatedView,
    routes: always,
    webhook: { action: 'chat_scopes_updated', data: scopesUpdatedView },
  },
  chat_properties_updated: {
    ...inChat,
    customerPush: chatPropertiesView,
    agentPush: chatPropertiesView,
    hostView: hostPropertiesView,
    webhook: { action: 'chat_properties_updated', data: chatPropertiesView },
  },
  chat_thread_properties_updated: {
    ...inChat,
    customerPush: threadPropertiesView,
    agentPush: threadPropertiesView,
    hostView: hostThreadPropertiesView,
    webhook: { action: 'chat_thread_properties_updated', data: threadPropertiesView },
  },
  customer_updated: {
    ...inChat,
    customerPush: customerUpdatedOfCustomerApiView,
    agentPush: customerUpdatedOfAgentApiView,
  },
  last_seen_timestamp_updated: {
    ...inChat,
    customerPush: lastSeenView,
    agentPush: lastSeenView,
    webhook: { action: 'last_seen_timestamp_updated', data: lastSeenView },
  },
  incoming_multicast: {
    ...notPushed,
    audience: recipientsOf,
    customerPush: multicastOfCustomerApiView,
    agentPush: multicastOfAgentApiView,
    isEphemeral: true,
  },
  agent_updated: {
    ...notPushed,
    audience: agents,
    agentPush: agentUpdatedView,
    routes: accepts,
    webhook: { action: 'agent_status_changed', data: statusView },
  },
  agent_logged_in: {
    ...notPushed,
    hostView: loggedInView,
    routes: accepts,
    webhook: { action: 'agent_status_changed', data: statusView },
  },
  agent_profile_updated: {
    ...notPushed,
    hostView: agentView,
    connections: changeAgent,
    stale: agentSessions,
    routes: always,
  },
  agents_disconnected: { ...notPushed, hostView: agentsDisconnectedView },
  agent_went_offline: {
    ...notPushed,
    hostView: agentView,
    webhook: { action: 'agent_status_changed', data: offlineView },
  },
  agent_logged_out: {
    ...notPushed,
    hostView: agentView,
    connections: ends(agentSessions, 'logged_out_remotely', false),
  },
  agent_deleted: {
    ...notPushed,
    hostView: agentView,
    connections: ends(agentSessions, 'agent_deleted', false),
    stale: agentSessions,
    webhook: { action: 'agent_deleted', data: agentView },
  },
  customer_banned: {
    ...notPushed,
    audience: agents,
    agentPush: customerBannedView,
    connections: ends(customerSessions, 'customer_banned'),
    stale: customerSessions,
  },
  customer_unbanned: { ...notPushed, hostView: customerView, stale: customerSessions, routes: always },
  tokens_revoked: {
    ...notPushed,
    hostView: tokensView,
    connections: ends(tokenSessions, 'token_revoked'),
    stale: tokenSessions,
  },
  app_removed: {
    ...notPushed,
    hostView: appView,
    connections: ends(appSessions, 'token_revoked'),
    stale: appSessions,
  },
  license_updated: {
    ...notPushed,
    hostView: licenseExpiryView,
    connections: expire,
    stale: licenseSessions,
  },
  configuration_updated: { ...notPushed, hostView: configurationView, configuration: revisionOf },
} satisfies Table

/** Returns the consequences of the fact with that name. */
export function getConsequences<N extends FactName>(name: N): Consequences<FactOf<N>> {
  const rows: Table = table
  return rows[name]
}

/** Returns whether the fact may allow an assignment. */
export function routes<N extends FactName>(fact: FactOf<N>): boolean {
  return getConsequences(fact.name).routes?.(fact) ?? false
}

/** Returns whether the facts bring new events. */
export function bringEvents(facts: readonly Fact[]): boolean {
  for (const { name } of facts) if (getConsequences(name).hasNewEvents) return true
  return false
}

/** Returns whether a fact has that name. Callers without types may pass any string. */
export function isFactName(name: string): name is FactName {
  return Object.hasOwn(table, name)
}

type Row<N extends FactName> = (typeof table)[N]

/**
 * Payload of a fact for listeners of the host: the payload that the newest Agent API pushes to an administrator, or the
 * one that the table defines for the host.
 */
export type HostPayload<N extends FactName> = Row<N>['hostView'] extends (...args: never[]) => infer Shown
  ? Shown
  : Row<N>['agentPush'] extends (...args: never[]) => infer Payload
    ? Exclude<Payload, undefined>
    : never
