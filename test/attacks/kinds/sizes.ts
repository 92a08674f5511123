import { rawFrame } from '../../fuzz/raw-websocket.js'
import { httpFlood, rtmFlood, rtmLineCount } from '../actions.js'
import type { Arena } from '../arena.js'
import { type Attack, type Kinds, times, together } from '../attack.js'
import { actionRequest, chunkedHead, request, textFrame } from '../bytes.js'
import { loggedIn, plain, rtmTarget, upgraded } from '../lines.js'
import { bodyOf, deepContent, deepJson, manyKeys, message } from '../payloads.js'
import { asAgent, asCustomer } from '../people.js'
import { always, drip, flood, hold } from '../strategies.js'

/** Maximum size in bytes of a request. The next constant is the maximum for a frame before login. */
const requestBytes = 262_144
const anonymousBytes = 65_536
const firstFragment = 0x01
const fragment = 0x00

const everywhere = (text: (arena: Arena) => string): Attack =>
  together(
    rtmFlood(
      asCustomer,
      always((arena) => textFrame(`{"action":"send_event",${text(arena).slice(1)}`)),
    ),
    httpFlood(always((arena) => actionRequest(asCustomer(arena.people), 'send_event', text(arena)))),
  )

const sendEventBody = (event: object) => (arena: Arena) =>
  bodyOf({ chat_id: arena.people.customer.chatId, event })
const anonymous = (bytes: () => Buffer) =>
  times(
    8,
    flood(
      upgraded(({ people }) => rtmTarget(asCustomer(people))),
      always(bytes),
    ),
  )
const overLine = (bytes: () => Buffer) => rtmFlood(asCustomer, always(bytes))

/** Returns an attack with the maximum number of connections for one address. */
const strangers = (bytes: Buffer) =>
  times(
    400,
    flood(
      upgraded(({ people }) => rtmTarget(asCustomer(people))),
      always(() => bytes),
    ),
  )

/** Returns a request whose body has chunks of one byte each, all in one write. */
function chunked(arena: Arena): Buffer {
  const chunks = Array.from(bodyOf(message(500)), () => '1\r\n.\r\n')
  return Buffer.concat([
    chunkedHead(asAgent(arena.people), 'start_chat'),
    Buffer.from(`${chunks.join('')}0\r\n\r\n`),
  ])
}

const headers = (count: number, length: number) =>
  Array.from({ length: count }, (_, index) => [`X-Header-${index}`, 'x'.repeat(length)] as const)

/** Attacks with messages at and beyond the maximum size, sent whole and in the smallest parts. */
export const sizes: Kinds = {
  'bodies as large as allowed': {
    attack: everywhere((arena) => sendEventBody(message(1))(arena).padEnd(requestBytes - 100)),
  },
  'bodies too large': {
    attack: everywhere((arena) => sendEventBody(message(1))(arena).padEnd(requestBytes + 1)),
  },
  'bodies far larger than they say': {
    attack: httpFlood(
      always(({ people }) => {
        return Buffer.concat([
          actionRequest(asCustomer(people), 'send_event', '{}'),
          Buffer.alloc(100_000, 'x'),
        ])
      }),
    ),
  },
  'frames before login as large as allowed': {
    attack: anonymous(() => textFrame('{"action":"login","payload":{}}'.padEnd(anonymousBytes))),
  },
  'frames before login too large': { attack: anonymous(() => textFrame('{}'.padEnd(anonymousBytes + 1))) },
  'deep JSON': { attack: everywhere(() => deepJson(120_000)) },
  'deep JSON before login': { attack: strangers(textFrame(deepJson(32_000))) },
  'many keys before login': { attack: strangers(textFrame(manyKeys(3_500))) },
  'deep content': { attack: everywhere(sendEventBody(deepContent(25))) },
  'many keys': { attack: everywhere(() => manyKeys(1_000)) },
  'too many keys': { attack: everywhere(() => manyKeys(15_000)) },
  'many headers': {
    attack: httpFlood(always(() => request('GET', '/agent/v0.4/action/x', '', headers(100, 100)))),
  },
  'headers too large': {
    attack: httpFlood(always(() => request('GET', '/agent/v0.4/action/x', '', headers(40, 1_000)))),
  },
  'queries too long': { attack: httpFlood(always(() => request('GET', `/auth/?${'q'.repeat(9_000)}`))) },
  'frames of one byte': { attack: overLine(() => textFrame('{')) },
  'empty frames': { attack: overLine(() => textFrame('')) },
  'fragments of one byte': {
    attack: overLine(() =>
      Buffer.concat([
        rawFrame({ head: firstFragment, payload: Buffer.from('{') }),
        ...Array.from({ length: 1_000 }, () => rawFrame({ head: fragment, payload: Buffer.from(' ') })),
        rawFrame({ head: 0x80, payload: Buffer.from('}') }),
      ]),
    ),
  },
  'fragments without end': {
    attack: times(rtmLineCount, async (arena) => {
      let isFirst = true
      const next = () => {
        const head = isFirst ? firstFragment : fragment
        isFirst = false
        return rawFrame({ head })
      }
      await flood(
        loggedIn(({ people }) => asCustomer(people)),
        () => next,
      )(arena)
    }),
  },
  'chunks of one byte': { attack: times(8, flood(plain, always(chunked))) },
  'chunks byte by byte': { attack: times(64, drip(plain, always(chunked), 0)) },
  'slow bodies': {
    attack: times(
      200,
      drip(
        plain,
        always(({ people }) => {
          return actionRequest(asAgent(people), 'start_chat', bodyOf({}).padEnd(1_000))
        }),
        20,
      ),
    ),
  },
  'slow frames': {
    attack: times(
      64,
      drip(
        upgraded(({ people }) => rtmTarget(asCustomer(people))),
        always(() => textFrame('{}')),
        20,
      ),
    ),
  },
  'long bodies that never end': {
    attack: times(
      64,
      hold(plain, ({ people }) => {
        return actionRequest(asCustomer(people), 'send_event', '{}'.padEnd(requestBytes)).subarray(0, -1)
      }),
    ),
  },
}
