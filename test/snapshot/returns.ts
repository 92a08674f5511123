import { at, listAt, textAt } from '../support/json.js'
import type { Heard } from './client-api.js'

/** What a client says at login that catches up. */
export function catchingUp(heard: Heard): object {
  return { catch_up: { chats: [...heard].map(([chat_id, sequence]) => ({ chat_id, sequence })) } }
}

/** Of the answer to that login: what it is not told of. */
export function incompleteIds(answer: unknown): readonly string[] {
  return listAt(answer, 'catch_up.chats')
    .filter((chat) => at(chat, 'complete') !== true)
    .map((chat) => textAt(chat, 'chat_id'))
}

/** What of the answer to a login is there in any other too. */
export function withoutCatchUp(login: unknown): unknown {
  const { catch_up: _, ...others } = Object(login)
  return others
}
