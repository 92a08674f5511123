import { handshakeOf } from '../../fuzz/raw-websocket.js'
import { overHttp, overRtm, rtmFlood } from '../actions.js'
import type { Arena } from '../arena.js'
import { type Kinds, times, together } from '../attack.js'
import { callFrame, request } from '../bytes.js'
import { loggedIn, plain, rtmTarget, upgraded } from '../lines.js'
import { message } from '../payloads.js'
import { asAgent, asCustomer, type Role } from '../people.js'
import { always, deafFlood, deafHold, flood, sippingFlood } from '../strategies.js'

const threads = ({ people: { customer } }: Arena) => ({
  chat_id: customer.chatId,
  thread_ids: customer.threadIds,
})
const messagePayload = ({ people }: Arena) => ({ chat_id: people.customer.chatId, event: message(4_000) })
const as = (role: Role) => loggedIn(({ people }) => role(people))

/** Returns an attack that logs in and never reads the response. */
const deafLogin = (role: Role) =>
  times(
    40,
    deafHold(plain, ({ people }) => {
      const caller = role(people)
      return Buffer.concat([handshakeOf(rtmTarget(caller)), callFrame('login', { token: caller.token })])
    }),
  )

/** Attacks that send requests and do not read what the engine sends. */
export const notReading: Kinds = {
  'customer reads no answers': {
    estate: 'long thread',
    attack: times(64, deafFlood(plain, overHttp(asCustomer, 'get_chat_threads', threads))),
  },
  'agent reads no answers': {
    estate: 'long thread',
    attack: times(64, deafFlood(plain, overHttp(asAgent, 'get_chat_threads', threads))),
  },
  'agent sips answers': {
    estate: 'long thread',
    attack: times(64, sippingFlood(plain, overHttp(asAgent, 'get_chat_threads', threads))),
  },
  'customer reads no real-time answers': {
    estate: 'long thread',
    attack: times(16, deafFlood(as(asCustomer), overRtm('get_chat_threads', threads))),
  },
  'agent reads no real-time answers': {
    estate: 'long thread',
    attack: times(40, deafFlood(as(asAgent), overRtm('get_chat_threads', threads))),
  },
  'customer reads no pushes': {
    attack: together(
      times(
        12,
        deafFlood(
          as(asCustomer),
          always(() => callFrame('ping', {})),
        ),
      ),
      times(2, flood(as(asCustomer), overRtm('send_event', messagePayload))),
    ),
  },
  'agent reads no pushes': {
    attack: together(
      times(
        40,
        deafFlood(
          as(asAgent),
          always(() => callFrame('ping', {})),
        ),
      ),
      rtmFlood(asAgent, overRtm('send_event', messagePayload)),
    ),
  },
  'agent reads no login answers': { estate: 'many chats', attack: deafLogin(asAgent) },
  'customer reads no login answers': { attack: deafLogin(asCustomer) },
  'nobody reads pages': {
    attack: times(
      64,
      deafFlood(
        plain,
        always(() => request('GET', '/auth/')),
      ),
    ),
  },
  'nobody reads refusals': {
    attack: times(
      64,
      deafFlood(
        upgraded(({ people }) => rtmTarget(asCustomer(people))),
        always(() => callFrame('x', {})),
      ),
    ),
  },
  'deaf websockets': {
    attack: times(
      200,
      deafHold(
        upgraded(({ people }) => rtmTarget(asCustomer(people))),
        () => Buffer.alloc(0),
      ),
    ),
  },
}
