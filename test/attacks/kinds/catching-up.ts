import type { Arena } from '../arena.js'
import { type Kinds, times } from '../attack.js'
import { loggedIn } from '../lines.js'
import { asAgent, asCustomer } from '../people.js'
import { comeAndGo } from '../strategies.js'

/** As many as one login may name. */
const namedCount = 100

/** Of a chat in which much was said, and of others that there are not. */
const knowing = (sequence: number) => (arena: Arena) => {
  const others = Array.from({ length: namedCount - 1 }, (_, index) => ({
    chat_id: `none-${index}`,
    sequence,
  }))
  return { catch_up: { chats: [{ chat_id: arena.people.customer.chatId, sequence }, ...others] } }
}

/** So that what is missed, some 50 KB an event, is just below what a login is answered with. */
const almostTooMuch = knowing(130)

/** Logins that are to be told as much as one may have missed. */
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
    attack: times(16, comeAndGo(loggedIn(({ people }) => asAgent(people), knowing(0)))),
  },
}
