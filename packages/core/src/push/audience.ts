import type { MulticastRecipients } from '../domain/multicast.js'
import type { ChatHead, ChatScopes } from '../model/chat.js'

/** Who gets a push (decisions §5.4). */
export type Audience =
  | {
      readonly kind: 'chat'
      /** As it is after the change. */
      readonly chat: Pick<ChatHead, 'licenseId' | 'members' | 'scopes'>
      /** Users who get it although they are members no more. */
      readonly formerMemberIds: readonly string[]
      /** Agents who saw the chat by these get it too; `null`: its scopes are what they were. */
      readonly formerScopes: ChatScopes | null
      /** The sender, where the action answers them enough (decisions §15). */
      readonly exceptUserId: string | null
    }
  | { readonly kind: 'agents'; readonly licenseId: number }
  /** One agent, who reads the chat since they are in it, and did not before. */
  | {
      readonly kind: 'new reader'
      readonly chat: Pick<ChatHead, 'licenseId' | 'members' | 'scopes'>
      readonly agentId: string
    }
  /** Those of the license whom a multicast names. */
  | { readonly kind: 'recipients'; readonly licenseId: number; readonly recipients: MulticastRecipients }
