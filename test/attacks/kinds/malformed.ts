import { finPing, rawFrame } from '../../fuzz/raw-websocket.js'
import { httpFlood, rtmFlood } from '../actions.js'
import type { Arena } from '../arena.js'
import { type Attack, type Kinds, times, together } from '../attack.js'
import { actionRequest, callFrame, request, textFrame } from '../bytes.js'
import { rtmTarget, upgraded } from '../lines.js'
import { emptyBody } from '../payloads.js'
import { asAgent, asCustomer } from '../people.js'
import { always, flood } from '../strategies.js'

const finPong = 0x8a
const finBinary = 0x82
const reserved = 0x83

const anonymous = (bytes: (arena: Arena) => Buffer) =>
  times(
    8,
    flood(
      upgraded(({ people }) => rtmTarget(asCustomer(people))),
      always(bytes),
    ),
  )

/** Returns an attack that sends the text as a frame before login, as a frame of a customer, and as an HTTP body. */
const everywhere = (text: string): Attack =>
  together(
    anonymous(() => textFrame(text)),
    rtmFlood(
      asCustomer,
      always(() => textFrame(text)),
    ),
    httpFlood(always(({ people }) => actionRequest(asCustomer(people), 'send_event', text))),
  )

const frame =
  (head: number, length = 0) =>
  () =>
    rawFrame({ head, payload: Buffer.alloc(length) })

/** Attacks with invalid input, before and after login. */
export const malformed: Kinds = {
  'empty envelopes': { attack: everywhere('{}') },
  'bad JSON': { attack: everywhere('{"action":"send_event","payload":{"chat_id":') },
  'wrong types': { attack: everywhere('{"action":"send_event","payload":{"chat_id":7,"event":[[]]}}') },
  'unknown actions': {
    attack: together(
      rtmFlood(
        asAgent,
        always(() => callFrame('no_such_action', {})),
      ),
      httpFlood(always(({ people }) => actionRequest(asAgent(people), 'no_such_action', emptyBody))),
    ),
  },
  'actions before login': { attack: anonymous(() => callFrame('get_chats_summary', {})) },
  'pings before login': { attack: anonymous(() => callFrame('ping', {})) },
  'control pings before login': { attack: anonymous(frame(finPing, 125)) },
  'control pings': { attack: rtmFlood(asCustomer, always(frame(finPing, 125))) },
  'control pongs': { attack: rtmFlood(asCustomer, always(frame(finPong, 125))) },
  'binary frames': { attack: rtmFlood(asCustomer, always(frame(finBinary, 1_000))) },
  'reserved frames': { attack: rtmFlood(asCustomer, always(frame(reserved))) },
  'wrong tokens at login': { attack: anonymous(() => callFrame('login', { token: 'plc_'.padEnd(47, 'x') })) },
  'wrong tokens over HTTP': {
    attack: httpFlood((arena) => () => {
      const token = `pla_${String(arena.random()).padEnd(43, 'x')}`
      return actionRequest({ ...asAgent(arena.people), token }, 'get_filtered_chats', emptyBody)
    }),
  },
  'wrong versions': {
    attack: together(
      httpFlood(
        always(({ people }) => actionRequest({ ...asAgent(people), root: '/agent/v9' }, 'x', emptyBody)),
      ),
      times(
        8,
        flood(
          upgraded(() => '/agent/v9/rtm/ws'),
          always(() => callFrame('ping', {})),
        ),
      ),
    ),
  },
  'licenses that do not exist': {
    attack: httpFlood((arena) => () => {
      const query = `?license_id=${1 + Math.floor(arena.random() * 1_000_000_000)}`
      return actionRequest({ ...asCustomer(arena.people), query, token: 'x' }, 'get_chats_summary', emptyBody)
    }),
  },
  'paths that do not exist': { attack: httpFlood(always(() => request('GET', '/no/such/path'))) },
  'methods that do not fit': {
    attack: httpFlood(always(({ people }) => request('DELETE', `${asAgent(people).root}/action/send_event`))),
  },
}
