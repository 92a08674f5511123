import type { MulticastRecipients } from '../domain/multicast.js'
import type { Postback } from '../domain/postbacks.js'
import type { Permission, RoutingStatus } from '../model/agent.js'
import type { Chat, ChatHead, ChatMember, ChatScopes, ChatUser } from '../model/chat.js'
import type { ChatEvent, Recipients } from '../model/event.js'
import type { Properties } from '../model/property.js'
import type { ThreadWithEvents } from '../model/thread.js'

/** A chat as it is after the change, with everything that decides who receives the facts about it. */
export type FactChat = Pick<ChatHead, 'id' | 'licenseId' | 'revision' | 'members' | 'scopes'>

/** The facts about a chat, named like the pushes that report them. */
export interface ChatFactFields {
  readonly incoming_chat_thread: {
    readonly shown: Chat
    readonly thread: ThreadWithEvents
    /**
     * An agent who gains access to the chat, or a bot that is added to it or assigned to its thread (decisions §8.8);
     * `null` when the thread is new, and shown to everyone who can see the chat.
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
    /** Properties of the event. */
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
    /** Properties of the closed thread. The same change may already have started the next thread. */
    readonly properties: Properties
    /** User who closed the thread; `null` when no user asked for it. */
    readonly userId: string | null
  }
  /** The scopes that were added and removed. */
  readonly chat_scopes_updated: { readonly added: ChatScopes; readonly removed: ChatScopes }
  /** Only the properties whose value changed. */
  readonly chat_properties_updated: { readonly properties: Properties }
  readonly chat_thread_properties_updated: { readonly threadId: string; readonly properties: Properties }
  readonly customer_updated: { readonly customer: Extract<ChatUser, { kind: 'customer' }> }
  readonly last_seen_timestamp_updated: { readonly userId: string; readonly at: number }
}

/** The facts about a license as a whole, or about a user or app of it. */
export interface LicenseFactFields {
  readonly incoming_multicast: {
    readonly authorId: string
    /** Any JSON value. */
    readonly content: unknown
    readonly recipients: MulticastRecipients
  }
  readonly agent_updated: {
    readonly agentId: string
    readonly routingStatus: RoutingStatus
    readonly formerStatus: RoutingStatus
  }
  /** The agent opened a connection and had none before. `formerStatus` is `null` when the agent was logged out before. */
  readonly agent_logged_in: {
    readonly agentId: string
    readonly routingStatus: RoutingStatus
    readonly formerStatus: RoutingStatus | null
  }
  /** The agents no longer have a connection to any node. They count as logged in until `onlineUntil`. */
  readonly agents_disconnected: { readonly agentIds: readonly string[]; readonly onlineUntil: number }
  /** The agent's profile, permission or groups were changed. The fields hold the current values. */
  readonly agent_profile_updated: {
    readonly agentId: string
    readonly permission: Permission
    readonly groups: readonly number[]
  }
  /**
   * The grace period is over, or the agent was logged out. The agent has been removed from all active threads they were
   * assigned to.
   */
  readonly agent_went_offline: { readonly agentId: string }
  readonly agent_logged_out: { readonly agentId: string }
  readonly agent_deleted: { readonly agentId: string }
  /** The customer is banned for `days` days from the commit. A previous ban is replaced. */
  readonly customer_banned: { readonly customerId: string; readonly days: number }
  readonly customer_unbanned: { readonly customerId: string }
  readonly tokens_revoked: { readonly tokenHashes: readonly string[] }
  readonly app_removed: { readonly clientId: string }
  /** `expiresAt` is `null` when the license never expires. */
  readonly license_updated: { readonly expiresAt: number | null }
  /** The license's configuration has a new revision. */
  readonly configuration_updated: { readonly revision: number }
}

/** Name of a fact about a chat. */
export type ChatFactName = keyof ChatFactFields
/** Name of a fact about a license. */
export type LicenseFactName = keyof LicenseFactFields
/** Name of any fact. */
export type FactName = ChatFactName | LicenseFactName

/** A chat fact with this name, or with one of these names. */
export type ChatFactOf<N extends ChatFactName = ChatFactName> = {
  [K in N]: { readonly name: K; readonly chat: FactChat } & ChatFactFields[K]
}[N]

/** A license fact with this name, or with one of these names. */
export type LicenseFactOf<N extends LicenseFactName = LicenseFactName> = {
  [K in N]: { readonly name: K; readonly licenseId: number } & LicenseFactFields[K]
}[N]

/**
 * A fact: what happened, as plain data that can be sent as JSON. It is decided before the commit and true once the
 * commit succeeded. Its consequences are listed in one table: {@link consequencesOf}.
 */
export type FactOf<N extends FactName = FactName> = {
  [K in N]: K extends ChatFactName ? ChatFactOf<K> : K extends LicenseFactName ? LicenseFactOf<K> : never
}[N]

/** Any fact. */
export type Fact = FactOf

/** Returns the fields of a chat head that facts carry. */
export function factChat({ id, licenseId, revision, members, scopes }: FactChat): FactChat {
  return { id, licenseId, revision, members, scopes }
}

/** Returns whether the fact is about a chat. */
export function isChatFact(fact: Fact): fact is ChatFactOf {
  return 'chat' in fact
}

/** Returns the license that the fact belongs to. */
export function getLicenseId(fact: Fact): number {
  return isChatFact(fact) ? fact.chat.licenseId : fact.licenseId
}
