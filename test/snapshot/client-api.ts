import type { Static } from 'typebox'
import type { myProfile } from '../../packages/core/src/contract/objects/user.js'
import type { ApiVersion } from '../../packages/core/src/contract/versions.js'
import type { Frame, RtmClient } from '../support/rtm-client.js'
import type { Api } from '../support/world.js'
import type { Chat } from './chat.js'
import type { Change } from './push-handlers.js'

/** The profile of an agent in the response to its login. */
export type Profile = Static<typeof myProfile>

/** Everything that lists and reads return about a chat. */
export interface ChatAnswers {
  readonly summary: unknown
  readonly chat: unknown
  readonly threads_summary?: unknown
}

/** The data that a client reads after connecting, and the state that it keeps of it. */
export interface Snapshot {
  readonly profile: Profile | undefined
  /** The rest of the response to the login. */
  readonly login: unknown
  readonly chats: ReadonlyMap<string, SnapshotChat>
}

export interface SnapshotChat {
  readonly answers: ChatAnswers
  readonly state: Chat
  /** Sequence of the last commit in the chat; `undefined` on a connection that does not catch up. */
  readonly sequence: number | undefined
}

/** The last sequence that the client has received, by chat. */
export type ReceivedSequences = ReadonlyMap<string, number>

/** The response to a client that reconnects. */
export interface Return {
  readonly profile: Profile | undefined
  /** Ids of the chats whose missed pushes are not sent, so that the client has to read them. */
  readonly incompleteIds: readonly string[]
  /** Ids of all chats that exist. */
  readonly listedIds: readonly string[]
}

/** The calls of a client in one version of an API. */
export interface ClientApi {
  readonly api: Api
  readonly version: ApiVersion
  changeBy(push: Frame): Change
  /** Logs in with the token and customer details, and reads the chats. */
  readSnapshot(connection: RtmClient, token: string, details?: object): Promise<Snapshot>
  /** Logs in with the received sequences. The missed pushes follow. */
  comeBack(connection: RtmClient, token: string, sequences: ReceivedSequences): Promise<Return>
  /** Reads the chat; `undefined` when the client cannot see it. */
  readChat(connection: RtmClient, chatId: string): Promise<Chat | undefined>
  answersAbout(chat: Chat): ChatAnswers
}
