import type { Arena } from '../arena.js'
import { type Kinds, times } from '../attack.js'
import { loggedIn } from '../lines.js'
import { asAgent, asCustomer } from '../people.js'
import { comeAndGo } from '../strategies.js'

/** Maximum number of chats that one login may name. */
const namedCount = 100

/**
 * Returns a function that makes the `catch_up` of a login. It names one long chat and 99 chats that do not exist, all
 * with `sequence`.
 */
const catchUpPayload = (sequence: number) => (arena: Arena) => {
  const others = Array.from({ length: namedCount - 1 }, (_, index) => ({
    chat_id: `none-${index}`,
    sequence,
  }))
  return { catch_up: { chats: [{ chat_id: arena.people.customer.chatId, sequence }, ...others] } }
}

/** A catch-up whose missed events, of about 50 KB each, nearly fill the largest response to a login. */
const almostTooMuch = catchUpPayload(130)

/** Attacks with logins that miss as many events as possible. */
export const catchingUp: Kinds = {
  'customer login with much to catch up on': {
    estate: 'long thread',
    attack: times(16, comeAndGo(loggedIn(({ people }) => asCustomer(people), almostTooMuch))),
  },
  'agent login with much to catch up on': {
    estate: 'long thread',
    attack: times(16, comeAndGo(loggedIn(({ people }) => asAgent(people), almostTooMuch))),
  },
  'agent login with too much to catch up on': {
    estate: 'long thread',
    attack: times(16, comeAndGo(loggedIn(({ people }) => asAgent(people), catchUpPayload(0)))),
  },
}
