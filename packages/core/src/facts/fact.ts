import type { MulticastRecipients } from '../domain/multicast.js'
import type { Postback } from '../domain/postbacks.js'
import type { Permission, RoutingStatus } from '../model/agent.js'
import type { Chat, ChatHead, ChatMember, ChatScopes, ChatUser } from '../model/chat.js'
import type { ChatEvent, Recipients } from '../model/event.js'
import type { Properties } from '../model/property.js'
import type { ThreadWithEvents } from '../model/thread.js'

/** A chat as it is after the change: what decides who hears of it. */
export type FactChat = Pick<ChatHead, 'id' | 'licenseId' | 'revision' | 'members' | 'scopes'>

/** What can happen in a chat, named as the push that tells it. */
export interface ChatFactFields {
  readonly incoming_chat_thread: {
    readonly shown: Chat
    readonly thread: ThreadWithEvents
    /**
     * An agent who begins to see the chat, or a bot that comes to it or is given its thread (decisions §8.8); `null`: the
     * thread is new, for all who see it.
     */
    readonly onlyTo: string | null
  }
  readonly chat_users_updated: {
    readonly added: readonly ChatUser[]
    readonly removed: readonly ChatMember[]
  }
  readonly incoming_event: { readonly threadId: string; readonly event: ChatEvent }
  readonly incoming_rich_message_postback: {
    readonly threadId: string
    readonly eventId: string
    /** Of the event. */
    readonly properties: Properties
    readonly postback: Postback
  }
  readonly incoming_typing_indicator: {
    readonly authorId: string
    readonly at: number
    readonly recipients: Recipients
    readonly isTyping: boolean
  }
  readonly incoming_sneak_peek: { readonly authorId: string; readonly at: number; readonly text: string }
  readonly thread_closed: {
    readonly threadId: string
    /** Of the thread: the next one may have begun with the same change. */
    readonly properties: Properties
    /** `null`: nobody asked for it. */
    readonly userId: string | null
  }
  /** What came and went. */
  readonly chat_scopes_updated: { readonly added: ChatScopes; readonly removed: ChatScopes }
  /** Those alone that have another value now. */
  readonly chat_properties_updated: { readonly properties: Properties }
  readonly chat_thread_properties_updated: { readonly threadId: string; readonly properties: Properties }
  readonly customer_updated: { readonly customer: Extract<ChatUser, { kind: 'customer' }> }
  readonly last_seen_timestamp_updated: { readonly userId: string; readonly at: number }
}

/** What can happen to a license as a whole, or to whoever belongs to it. */
export interface LicenseFactFields {
  readonly incoming_multicast: {
    readonly authorId: string
    /** Any JSON. */
    readonly content: unknown
    readonly recipients: MulticastRecipients
  }
  readonly agent_updated: {
    readonly agentId: string
    readonly routingStatus: RoutingStatus
    readonly formerStatus: RoutingStatus
  }
  /** By a connection where there was none before; `formerStatus`: `null` where they were logged out. */
  readonly agent_logged_in: {
    readonly agentId: string
    readonly routingStatus: RoutingStatus
    readonly formerStatus: RoutingStatus | null
  }
  /** They have no connection to any node any more, and count as logged in until `onlineUntil`. */
  readonly agents_disconnected: { readonly agentIds: readonly string[]; readonly onlineUntil: number }
  /** Somebody has changed who they are, or what they see and get: these are as they are now. */
  readonly agent_profile_updated: {
    readonly agentId: string
    readonly permission: Permission
    readonly groups: readonly number[]
  }
  /** The grace is over, or they were logged out: they are in none of the active threads that they were there for. */
  readonly agent_went_offline: { readonly agentId: string }
  readonly agent_logged_out: { readonly agentId: string }
  readonly agent_deleted: { readonly agentId: string }
  /** For so many days from the commit on; another ban there was is replaced. */
  readonly customer_banned: { readonly customerId: string; readonly days: number }
  readonly customer_unbanned: { readonly customerId: string }
  readonly tokens_revoked: { readonly tokenHashes: readonly string[] }
  readonly app_removed: { readonly clientId: string }
  /** `expiresAt`: `null`, never. */
  readonly license_updated: { readonly expiresAt: number | null }
  /** What the license has configured has that revision now. */
  readonly configuration_updated: { readonly revision: number }
}

export type ChatFactName = keyof ChatFactFields
export type LicenseFactName = keyof LicenseFactFields
export type FactName = ChatFactName | LicenseFactName

/** A chat fact with that name, or with any of these. */
export type ChatFactOf<N extends ChatFactName = ChatFactName> = {
  [K in N]: { readonly name: K; readonly chat: FactChat } & ChatFactFields[K]
}[N]

export type LicenseFactOf<N extends LicenseFactName = LicenseFactName> = {
  [K in N]: { readonly name: K; readonly licenseId: number } & LicenseFactFields[K]
}[N]

/**
 * What happened, as data that can travel as JSON, decided before the commit and true from it on. What follows from it
 * stands in one table: {@link consequencesOf}.
 */
export type FactOf<N extends FactName = FactName> = {
  [K in N]: K extends ChatFactName ? ChatFactOf<K> : K extends LicenseFactName ? LicenseFactOf<K> : never
}[N]

export type Fact = FactOf

export function factChat({ id, licenseId, revision, members, scopes }: FactChat): FactChat {
  return { id, licenseId, revision, members, scopes }
}

export function isChatFact(fact: Fact): fact is ChatFactOf {
  return 'chat' in fact
}

export function licenseOf(fact: Fact): number {
  return isChatFact(fact) ? fact.chat.licenseId : fact.licenseId
}
