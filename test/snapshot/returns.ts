import { at, listAt, textAt } from '../support/json.js'
import type { ReceivedSequences } from './client-api.js'

/** Returns the login field of a client that catches up. */
export function catchUpField(sequences: ReceivedSequences): object {
  return { catch_up: { chats: [...sequences].map(([chat_id, sequence]) => ({ chat_id, sequence })) } }
}

/** Returns the ids of the chats whose pushes are not repeated, from the response to the login. */
export function incompleteIds(answer: unknown): readonly string[] {
  return listAt(answer, 'catch_up.chats')
    .filter((chat) => at(chat, 'complete') !== true)
    .map((chat) => textAt(chat, 'chat_id'))
}

/** Returns the part of a login response that does not belong to catching up. */
export function withoutCatchUp(login: unknown): unknown {
  const { catch_up: _, ...others } = Object(login)
  return others
}
