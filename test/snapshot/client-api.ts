import type { Static } from 'typebox'
import type { myProfile } from '../../packages/core/src/contract/objects/user.js'
import type { ApiVersion } from '../../packages/core/src/contract/versions.js'
import type { Frame, RtmClient } from '../support/rtm-client.js'
import type { Api } from '../support/world.js'
import type { Chat } from './chat.js'
import type { Change } from './push-handlers.js'

/** Who an agent is, as its login answers. */
export type Profile = Static<typeof myProfile>

/** All that lists and reads answer about a chat. */
export interface ChatAnswers {
  readonly summary: unknown
  readonly chat: unknown
  readonly threads_summary?: unknown
}

/** What a client reads as it comes, and what it is that it keeps of it. */
export interface Snapshot {
  readonly profile: Profile | undefined
  /** What the login answers beside it and the chats. */
  readonly login: unknown
  readonly chats: ReadonlyMap<string, SnapshotChat>
}

export interface SnapshotChat {
  readonly answers: ChatAnswers
  readonly kept: Chat
  /** On a connection that catches up. */
  readonly sequence: number | undefined
}

/** Chats, and up to where the client has heard of each. */
export type Heard = ReadonlyMap<string, number>

/** What a client is told that comes back. */
export interface Return {
  readonly profile: Profile | undefined
  /** Chats that are not told of, and have to be read. */
  readonly incompleteIds: readonly string[]
  /** Chats that there are. */
  readonly listedIds: readonly string[]
}

/** How a client speaks one version of an API. */
export interface ClientApi {
  readonly api: Api
  readonly version: ApiVersion
  changeBy(push: Frame): Change
  /** Of who logs in with that token, and those details. */
  readSnapshot(connection: RtmClient, token: string, details?: object): Promise<Snapshot>
  /** Logs in with what was heard; what was missed follows as pushes. */
  comeBack(connection: RtmClient, token: string, heard: Heard): Promise<Return>
  /** `undefined`: the client does not see the chat. */
  readChat(connection: RtmClient, chatId: string): Promise<Chat | undefined>
  answersAbout(chat: Chat): ChatAnswers
}
