import fc from 'fast-check'
import { type Attack, httpMessage, named } from './attack.js'
import { frameText, jsonRequest } from './payload-attacks.js'
import { type Tenant, targetOf, tokenOf } from './world.js'

const bodyBytes = 262_144

interface Text {
  readonly what: string
  readonly bytes: Buffer
  /** Expected outcome over HTTP and over a real-time connection. Absent when the text may be valid. */
  readonly http?: string
  readonly rtm?: string
}

function malformed(what: string, text: string | Buffer): Text {
  return { what, bytes: Buffer.from(text), http: 'validation', rtm: 'validation' }
}

/** Generates bodies and frames that are invalid as text, whatever they contain. */
export function textAttacks(tenant: Tenant): fc.Arbitrary<Attack> {
  const valid = validTexts(tenant)
  const text = fc.oneof(
    { weight: 5, arbitrary: truncated(valid) },
    { weight: 5, arbitrary: withBadBytes(valid) },
    { weight: 3, arbitrary: fc.constantFrom(...notJson, ...marked(valid)) },
    { weight: 2, arbitrary: fc.constantFrom(...oversized(valid[0] ?? '{}')) },
    { weight: 3, arbitrary: fc.constantFrom(...envelopes(tenant)) },
    {
      weight: 1,
      arbitrary: fc.string({ unit: 'binary', minLength: 1 }).map((noise) => malformed('noise', `~${noise}`)),
    },
  )
  return fc.tuple(text, fc.boolean()).map(([sent, isRtm]) => (isRtm ? overRtm(sent) : overHttp(tenant, sent)))
}

function validTexts({ chatId }: Tenant): readonly string[] {
  const event = JSON.stringify({
    chat_id: chatId,
    event: { type: 'message', text: 'äöü 😀', custom_id: 'c' },
  })
  return [frameText('send_event', event), frameText('get_chats_summary', '{"limit":3}')]
}

function truncated(valid: readonly string[]): fc.Arbitrary<Text> {
  const cut = fc.tuple(fc.constantFrom(...valid), fc.nat())
  return cut.map(([text, at]) => {
    const bytes = Buffer.from(text)
    return malformed('truncated', wellFormed(bytes.subarray(0, 1 + (at % (bytes.length - 1)))))
  })
}

/** Removes an incomplete character at the end, because invalid UTF-8 is a case of its own. */
function wellFormed(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('utf8').replaceAll('\ufffd', ''))
}

const badSequences = ['ff', 'c0af', 'eda080', 'f4908080', 'e282', '80', 'f8808080', 'fe']

function withBadBytes(valid: readonly string[]): fc.Arbitrary<Text> {
  const parts = fc.tuple(fc.constantFrom(...valid), fc.nat(), fc.constantFrom(...badSequences))
  return parts.map(([text, at, hex]) => {
    const bytes = Buffer.from(text)
    const index = at % bytes.length
    const spoilt = Buffer.concat([bytes.subarray(0, index), Buffer.from(hex, 'hex'), bytes.subarray(index)])
    return { what: `invalid UTF-8 ${hex} at ${index}`, bytes: spoilt, http: 'validation', rtm: 'close:1007' }
  })
}

const notJson: readonly Text[] = [
  ...['[]', '[{"action":"ping"}]', '"text"', '7', 'null', 'true', ' ', '\n\t', '{}{}', '{},', "{'a':1}"].map(
    (text) => malformed('not an object', text),
  ),
  ...[
    '{"a":NaN}',
    '{"a":01}',
    '{"a":0x1}',
    '{"a":+1}',
    '{"a":.5}',
    '{"a":1,}',
    '{a:1}',
    '{"a":"\n"}',
    '// {}',
  ].map((text) => malformed('not JSON', text)),
  malformed('unclosed lists', `{"payload":${'['.repeat(100_000)}`),
  malformed('unclosed objects', '{"a":'.repeat(40_000)),
  malformed('deep lists', '['.repeat(130_000) + ']'.repeat(130_000)),
  { what: 'nothing', bytes: Buffer.alloc(0), rtm: 'validation' },
  { what: 'an empty object', bytes: Buffer.from('{}'), rtm: 'validation' },
  { what: 'a null payload', bytes: Buffer.from('{"action":"ping","payload":null}') },
]

/**
 * Returns texts with a byte order mark. RFC 8259 §8.1 allows receivers to ignore it; Parley refuses it on every
 * transport.
 */
function marked(valid: readonly string[]): readonly Text[] {
  return valid.map((text) => malformed('a byte order mark', `\ufeff${text}`))
}

function oversized(valid: string): readonly Text[] {
  const padded = (size: number) => Buffer.from(valid.padEnd(size - (Buffer.byteLength(valid) - valid.length)))
  const tooLarge = { http: 'entity_too_large', rtm: 'close:1009' }
  return [
    { what: 'as large as allowed', bytes: padded(bodyBytes), http: 'ok', rtm: 'ok' },
    { what: 'one byte too large', bytes: padded(bodyBytes + 1), ...tooLarge },
    { what: 'far too large', bytes: padded(2_000_000), ...tooLarge },
  ]
}

function envelopes({ chatId }: Tenant): readonly Text[] {
  const event = `"payload":{"chat_id":"${chatId}","event":{"type":"message","text":"x"}}`
  const send = `"action":"send_event",${event}`
  const wrong = [
    ...['7', '[]', '{}', 'true', '""', `"${'k'.repeat(129)}"`].map(
      (key) => `"idempotency_key":${key},${send}`,
    ),
    ...['7', '[]', '{}', 'false', `"${'r'.repeat(257)}"`, '"\\u0000"', '"\\udfff"'].map(
      (id) => `"request_id":${id},${send}`,
    ),
    ...[
      '7',
      '[]',
      '{}',
      '""',
      '"no_such_action"',
      '"__proto__"',
      '"constructor"',
      '"send_event "',
      '"SEND_EVENT"',
      '"\\u0000"',
      `"${'a'.repeat(100_000)}"`,
    ].map((action) => `"action":${action},${event}`),
    ...['7', '[]', '{}', 'true'].map((author) => `"author_id":${author},${send}`),
    '"action":"login","payload":{"token":"again"}',
  ]
  return wrong.map((members) => ({
    what: `the envelope {${members.slice(0, 120)}`,
    bytes: Buffer.from(`{${members}}`),
    rtm: 'validation',
  }))
}

/** Returns the text as a frame to the newest version of the Customer API, where the texts above are valid. */
function overRtm({ what, bytes, rtm }: Text): Attack {
  const connection = { api: 'customer', version: 'v0.5', isLoggedIn: true } as const
  return named({
    via: 'rtm',
    what,
    ...connection,
    frame: bytes,
    isBinary: false,
    ...(rtm && { expected: [rtm] }),
  })
}

function overHttp(tenant: Tenant, { what, bytes, http }: Text): Attack {
  const request = { api: 'customer', version: 'v0.5', action: 'send_event' } as const
  const whole = what.length % 2 === 0 ? jsonRequest(tenant, request, bytes) : inChunks(tenant, bytes)
  return named({ via: 'http', what, bytes: whole, ...(http && { expected: [http] }) })
}

/** Returns the request with a chunked body, in chunks of odd sizes. */
function inChunks(tenant: Tenant, body: Buffer): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0, size = 1; at < body.length; at += size, size = Math.min(size * 3, 50_000)) {
    const piece = body.subarray(at, at + size)
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'))
  }
  const headers = [
    ['Host', 'parley.test'],
    ['Authorization', `Bearer ${tokenOf(tenant, 'customer')}`],
    ['Transfer-Encoding', 'chunked'],
  ] as const
  const target = targetOf(tenant, 'customer', 'v0.5', 'send_event')
  return httpMessage('POST', target, headers, Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]))
}
