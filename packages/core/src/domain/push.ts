import type { Agent, RoutingStatus } from '../ports/stores/agents.js'
import type { Chat, ChatHead, ChatMember, ChatUser, ThreadWithEvents } from '../ports/stores/chats.js'
import type { ChatEvent, Recipients } from '../ports/stores/events.js'

/** What happened, as data and before any view: each API and version shows it in its own shape, or not at all. */
export type PushBody =
  | { readonly name: 'incoming_chat_thread'; readonly chat: Chat; readonly thread: ThreadWithEvents }
  | {
      readonly name: 'chat_users_updated'
      readonly chatId: string
      readonly added: readonly ChatUser[]
      readonly removed: readonly ChatMember[]
    }
  | {
      readonly name: 'incoming_event'
      readonly chatId: string
      readonly threadId: string
      readonly event: ChatEvent
    }
  | {
      readonly name: 'incoming_typing_indicator'
      readonly chatId: string
      readonly authorId: string
      readonly at: number
      readonly recipients: Recipients
      readonly isTyping: boolean
    }
  | {
      readonly name: 'incoming_sneak_peek'
      readonly chatId: string
      readonly authorId: string
      readonly at: number
      readonly text: string
    }
  | {
      readonly name: 'thread_closed'
      readonly chatId: string
      readonly threadId: string
      /** `null` when the router closed it. */
      readonly userId: string | null
    }
  | {
      readonly name: 'customer_updated'
      readonly chatId: string
      readonly customer: Extract<ChatUser, { kind: 'customer' }>
    }
  | { readonly name: 'agent_updated'; readonly agentId: Agent['id']; readonly routingStatus: RoutingStatus }
  | {
      readonly name: 'last_seen_timestamp_updated'
      readonly chatId: string
      readonly userId: string
      readonly at: number
    }

/** Who gets it (decisions §5.4). */
export type Audience =
  | {
      readonly kind: 'chat'
      /** As it is after the change. */
      readonly chat: Pick<ChatHead, 'licenseId' | 'members' | 'scopes'>
      /** Users who get it although they are members no more. */
      readonly formerMemberIds: readonly string[]
      /** The sender, where the action answers them enough (decisions §15). */
      readonly exceptUserId: string | null
    }
  | { readonly kind: 'agents'; readonly licenseId: number }

export interface Push {
  readonly audience: Audience
  readonly body: PushBody
}

/** Sends them; what they come to on this node, bytes times receivers, as far as it is known at once. */
export type Emit = (pushes: readonly Push[]) => number

export function toChat(
  chat: ChatHead,
  body: PushBody,
  but: { readonly formerMemberIds?: readonly string[]; readonly exceptUserId?: string } = {},
): Push {
  const { licenseId, members, scopes } = chat
  const { formerMemberIds = [], exceptUserId = null } = but
  return {
    audience: { kind: 'chat', chat: { licenseId, members, scopes }, formerMemberIds, exceptUserId },
    body,
  }
}

export function licenseOf(audience: Audience): number {
  return audience.kind === 'chat' ? audience.chat.licenseId : audience.licenseId
}
