import fc from 'fast-check'
import { type Attack, type ChatApi, httpMessage, named } from './attack.js'
import { frameText } from './payload-attacks.js'
import { type Tenant, tokenOf } from './world.js'

const versions = [
  ['customer', 'v0.5'],
  ['customer', 'v0.3'],
  ['agent', 'v0.4'],
  ['agent', 'v0.3'],
] as const

/** Generates frames and handshakes with defects that only real-time connections can have. */
export function rtmAttacks(tenant: Tenant): fc.Arbitrary<Attack> {
  return fc.oneof(frames(tenant), fc.constantFrom(...handshakes(tenant)))
}

interface Sent {
  readonly what: string
  readonly frame: Buffer
  readonly isBinary: boolean
  readonly isLoggedIn: boolean
  readonly expected: readonly string[]
}

function frames(tenant: Tenant): fc.Arbitrary<Attack> {
  const binary = fc.uint8Array({ maxLength: 200 }).map((bytes) => sentBinary(Buffer.from(bytes)))
  const text = fc.tuple(fc.constantFrom(...anonymousFrames), fc.constantFrom(...versions))
  return fc.oneof(
    fc.tuple(binary, fc.constantFrom(...versions)).map(([sent, [api, version]]) => over(api, version, sent)),
    text.map(([sent, [api, version]]) => over(api, version, sent)),
    fc.constantFrom(
      ...versions.flatMap(([api, version]) => logins(tenant, api).map((sent) => over(api, version, sent))),
    ),
  )
}

function over(api: ChatApi, version: string, sent: Sent): Attack {
  return named({ via: 'rtm', api, version, ...sent })
}

function sentBinary(frame: Buffer): Sent {
  const what = `a binary frame of ${frame.length} bytes`
  return { what, frame, isBinary: true, isLoggedIn: frame.length % 2 === 0, expected: ['close:1003'] }
}

/** Frames before a login, when only `login` and `ping` are allowed. */
const anonymousFrames: readonly Sent[] = [
  ...['send_event', 'get_chats_summary', 'no_such_action', '__proto__', 'LOGIN', 'login '].map((action) =>
    anonymous(`${action} before login`, frameText(action, '{}'), 'authentication'),
  ),
  anonymous('no action before login', '{"payload":{}}', 'validation'),
  anonymous('ping before login', '{"action":"ping","request_id":"fuzz"}', 'ok'),
]

function anonymous(what: string, text: string, expected: string): Sent {
  return { what, frame: Buffer.from(text), isBinary: false, isLoggedIn: false, expected: [expected] }
}

function logins(tenant: Tenant, api: ChatApi): readonly Sent[] {
  const good = tokenOf(tenant, api)
  const wrong = [
    'x',
    'Bearer ',
    `Bearer  x`,
    `${good} `,
    good.slice(1),
    `Basic ${good}`,
    'null',
    '__proto__',
    'é'.repeat(4_096),
  ]
  const ofOtherKind = [tokenOf(tenant, api === 'agent' ? 'customer' : 'agent'), tenant.refreshToken]
  const login = (token: string) => frameText('login', JSON.stringify({ token }))
  return [
    ...[...wrong, ...ofOtherKind].map((token) =>
      anonymous('login with a wrong token', login(token), 'authentication'),
    ),
    ...['{}', '[]', '"token"', '{"token":null}', '{"token":7}', '{"token":""}', '{"token":["x"]}'].map(
      (payload) => anonymous(`login with ${payload}`, frameText('login', payload), 'validation'),
    ),
    anonymous('login with a token of 5,000 characters', login('t'.repeat(5_000)), 'validation'),
    anonymous('login with Bearer', login(`bEARER   ${good}`), 'ok'),
  ]
}

const upgrade = [
  ['Host', 'parley.test'],
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
] as const
const key = ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='] as const
const version13 = ['Sec-WebSocket-Version', '13'] as const

type Header = readonly [name: string, value: string]

function shake(
  target: string,
  expected: readonly string[],
  headers: readonly Header[] = [key, version13],
  method = 'GET',
): Attack {
  const bytes = httpMessage(method, target, [...upgrade, ...headers])
  return named({ via: 'http', what: `handshake ${target} ${headers.join(' ')}`, expected, bytes })
}

const rtmPath = '/customer/v0.5/rtm/ws'

function handshakes(tenant: Tenant): readonly Attack[] {
  const wrongIds = ['', '?', '?license_id=', '?license_id=0', '?license_id=01', '?license_id=1&license_id=2']
  const otherEndpoints = ['rtm/', 'rtm/wss', 'rtm/ws/', 'action/login', 'rtm%2Fws']
  const elsewhere = ['/', '/customer', '/rtm/ws', '/%63ustomer/v0.5/rtm/ws', '//customer/v0.5/rtm/ws']
  return [
    ...[...wrongIds, `?license_id=${'9'.repeat(5_000)}`].map((query) =>
      shake(rtmPath + query, ['validation']),
    ),
    ...otherEndpoints.map((endpoint) => shake(`/agent/v0.4/${endpoint}`, ['validation'])),
    ...elsewhere.map((target) => shake(target, ['not_found'])),
    // These are refused after the upgrade, so that a websocket client can receive the error.
    shake(`${rtmPath}?license_id=999999999999999`, ['upgraded']),
    shake('/customer/v9/rtm/ws', ['upgraded']),
    shake('/agent/v0.5/rtm/ws', ['upgraded']),
    ...handshakeHeaders(`${rtmPath}?license_id=${tenant.licenseId}`),
  ]
}

function handshakeHeaders(target: string): readonly Attack[] {
  const refused = ['server:400', 'server:426']
  const good = [key, version13]
  return [
    shake(target, refused, [version13]),
    shake(target, refused, [['Sec-WebSocket-Key', 'short'], version13]),
    shake(target, refused, [key, ['Sec-WebSocket-Version', '99']]),
    shake(target, refused, [key]),
    shake(target, refused, [...good, ['Sec-WebSocket-Protocol', ',,;\u00ff']]),
    shake(target, ['upgraded'], [...good, ['Sec-WebSocket-Extensions', 'permessage-deflate; x="\u00ff']]),
    shake(target, ['upgraded'], [...good, ['Origin', 'null'], ['Sec-WebSocket-Protocol', 'a, b']]),
    shake(target, ['server:405'], [...good, ['Content-Length', '0']], 'POST'),
  ]
}
