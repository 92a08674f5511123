import type { MulticastRecipients } from '../domain/multicast.js'
import type { ChatHead, ChatScopes } from '../model/chat.js'

/** The users who receive a push (decisions §5.4). */
export type Audience =
  | {
      readonly kind: 'chat'
      /** The chat as it is after the change. */
      readonly chat: Pick<ChatHead, 'licenseId' | 'members' | 'scopes'>
      /** Users who receive the push although they are no longer members. */
      readonly formerMemberIds: readonly string[]
      /**
       * Former scopes of the chat: agents who saw the chat because of them also receive the push. `null` when the
       * scopes did not change.
       */
      readonly formerScopes: ChatScopes | null
      /** The sender, for actions whose response is sufficient (decisions §15.6); otherwise `null`. */
      readonly exceptUserId: string | null
    }
  | { readonly kind: 'agents'; readonly licenseId: number }
  /** One agent who can read the chat since they are a member, and could not before. */
  | {
      readonly kind: 'new reader'
      readonly chat: Pick<ChatHead, 'licenseId' | 'members' | 'scopes'>
      readonly agentId: string
    }
  /** The users of the license whom a multicast names. */
  | { readonly kind: 'recipients'; readonly licenseId: number; readonly recipients: MulticastRecipients }
