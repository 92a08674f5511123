import { httpMessage } from '../../fuzz/attack.js'
import { handshakeOf } from '../../fuzz/raw-websocket.js'
import { httpFlood } from '../actions.js'
import type { Arena } from '../arena.js'
import { type Kinds, times } from '../attack.js'
import { actionRequest, callFrame, request } from '../bytes.js'
import { loggedIn, plain, rtmTarget, upgraded } from '../lines.js'
import { emptyBody } from '../payloads.js'
import { asAgent, asCustomer } from '../people.js'
import { always, comeAndGo, drip, flood, hold, storm } from '../strategies.js'

const nothing = () => Buffer.alloc(0)
const target = ({ people }: Arena) => rtmTarget(asCustomer(people))
const handshake = (arena: Arena) => handshakeOf(target(arena))
const read = ({ people }: Arena) => actionRequest(asAgent(people), 'get_filtered_chats', emptyBody)

const foreignUpgrade = () =>
  httpMessage(
    'POST',
    '/agent/v0.4/action/get_filtered_chats',
    [
      ['Host', 'parley.test'],
      ['Connection', 'Upgrade, HTTP2-Settings'],
      ['Upgrade', 'h2c'],
      ['HTTP2-Settings', 'AAMAAABkAAQCAAAAAAIAAAAA'],
      ['Content-Length', String(emptyBody.length)],
    ],
    emptyBody,
  )

/** The shortest request, so that one read of the server returns as many requests as possible. */
const shortest = Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n')

/** The first bytes of a TLS handshake. The server does not support TLS. */
const clientHello = Buffer.from('16030100c8010000c40303', 'hex')

/** Attacks that open many connections, close them immediately, or leave requests unfinished. */
export const connections: Kinds = {
  'connect and close': { attack: times(64, storm(nothing, false)) },
  'connect and reset': { attack: times(64, storm(nothing, true)) },
  'request and reset': { attack: times(64, storm(read, true)) },
  'upgrade and close': { attack: times(64, storm(handshake, false)) },
  'upgrade and reset': { attack: times(64, storm(handshake, true)) },
  'upgrade refused': {
    attack: times(
      32,
      storm(() => handshakeOf('/no/such/path'), false),
    ),
  },
  'upgrade to another protocol': { attack: times(32, storm(foreignUpgrade, false)) },
  'upgrade with an unfinished login': {
    attack: times(
      64,
      storm((arena) => Buffer.concat([handshake(arena), callFrame('login', {}).subarray(0, 9)]), false),
    ),
  },
  'login and close': { attack: times(64, comeAndGo(loggedIn(({ people }) => asCustomer(people)))) },
  'agent login and close': { attack: times(64, comeAndGo(loggedIn(({ people }) => asAgent(people)))) },
  'half-open connections': { attack: times(1_000, hold(plain, nothing)) },
  'half-open requests': {
    attack: times(
      1_000,
      hold(plain, (arena) => read(arena).subarray(0, 40)),
    ),
  },
  'half-open handshakes': {
    attack: times(
      1_000,
      hold(plain, (arena) => handshake(arena).subarray(0, -2)),
    ),
  },
  'half-open websockets': { attack: times(1_000, hold(upgraded(target), nothing)) },
  'TLS where there is none': {
    attack: times(
      64,
      storm(() => clientHello, false),
    ),
  },
  'slow headers': {
    attack: times(
      200,
      drip(plain, (arena) => () => read(arena), 20),
    ),
  },
  'pipelined requests': {
    attack: times(
      400,
      flood(
        plain,
        always(() => shortest),
      ),
    ),
  },
  preflights: { attack: httpFlood(() => () => request('OPTIONS', '/agent/v0.4/action/send_event')) },
  'static configuration': {
    attack: httpFlood(({ people }) => {
      const bytes = request('GET', `/customer/v0.5/static_config${asCustomer(people).query}`)
      return () => bytes
    }),
  },
}
