import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../../test/assertions.js'
import {
  parseEchoedFields,
  parseEnvelope,
  parsePayload,
  parseWebEnvelope,
  toEchoedFields,
  toEnvelope,
  toPayload,
  toWebEnvelope,
} from './envelope.js'

const bounds = { jsonDepth: 8, jsonKeyCount: 8, jsonKeyBytes: 32 }
const parse = (text: string) => parseEnvelope(text, bounds)
const nothing = {
  requestId: undefined,
  olderId: undefined,
  action: undefined,
  payload: undefined,
  authorId: undefined,
  idempotencyKey: undefined,
}

test('reads every field of the envelope', () => {
  const text = '{"request_id":"1","action":"ping","payload":{"a":1},"author_id":"bot","idempotency_key":"k"}'
  assert.deepEqual(parse(text), {
    requestId: '1',
    olderId: undefined,
    action: 'ping',
    payload: { a: 1 },
    authorId: 'bot',
    idempotencyKey: 'k',
  })
})

test('returns undefined for absent fields and null', () => {
  assert.deepEqual(parse('{}'), nothing)
  const nulls = '{"request_id":null,"action":null,"payload":null,"author_id":null,"idempotency_key":null}'
  assert.deepEqual(parse(nulls), nothing)
})

test('an empty author_id counts as absent', () => {
  assert.deepEqual(parse('{"author_id":""}'), nothing)
  assert.equal(parseWebEnvelope('{"author_id":""}', bounds).authorId, undefined)
})

test('reads id as request_id, and remembers that the client uses id', () => {
  const older = '{"id":"1","action":"ping","type":"request","version":"1.0"}'
  assert.deepEqual(parse(older), { ...nothing, requestId: '1', olderId: '1', action: 'ping' })
  assert.deepEqual(parse('{"id":"1","request_id":null}'), { ...nothing, requestId: '1', olderId: '1' })
  assert.deepEqual(parse('{"id":"1","request_id":"2"}'), { ...nothing, requestId: '2' })
  assert.deepEqual(parseEchoedFields('{"id":"1","action":7}'), {
    requestId: '1',
    olderId: '1',
    action: undefined,
  })
  const both = '{"id":"1","request_id":"2","payload":'
  assert.deepEqual(parseEchoedFields(`${both}7`), {
    requestId: undefined,
    olderId: undefined,
    action: undefined,
  })
  assert.deepEqual(parseEchoedFields(`${both}[]}`), { requestId: '2', olderId: undefined, action: undefined })
})

test('refuses an unknown key next to the payload, unless it is null', () => {
  const webKeys = 'payload, author_id'
  const messageKeys = 'request_id, id, action, type, version, payload, author_id, idempotency_key'
  const refusalOf = (key: string, keys: string) =>
    refusal(
      'validation',
      new RegExp(`cannot have ${key}: its keys are ${keys}, and the fields of the action belong in payload$`),
    )
  for (const body of [{ chat_id: 'c' }, { payload: { a: 1 }, chat_id: 0 }, { chat_id: false, name: 'Kim' }]) {
    const text = JSON.stringify(body)
    assert.throws(() => parse(text), refusalOf('chat_id', messageKeys))
    assert.throws(() => toEnvelope(body, bounds), refusalOf('chat_id', messageKeys))
    assert.throws(() => parseWebEnvelope(text, bounds), refusalOf('chat_id', webKeys))
    assert.throws(() => toWebEnvelope(body, bounds), refusalOf('chat_id', webKeys))
  }
  for (const key of ['id', 'type', 'constructor']) {
    assert.throws(() => toWebEnvelope({ [key]: 'x' }, bounds), refusalOf(key, webKeys))
  }
  assert.throws(
    () => toWebEnvelope({ idempotency_key: 'k' }, bounds),
    refusal('validation', /idempotency_key is the header Idempotency-Key over HTTP/),
  )
  const long = `{"${'k'.repeat(32)}":1}`
  assert.throws(() => parse(long), refusal('validation', /cannot have k{32}: /))
  assert.deepEqual(toWebEnvelope({ payload: 1, request_id: null, chat_id: null }, bounds), {
    payload: 1,
    authorId: undefined,
  })
  assert.deepEqual(parse('{"chat_id":null}'), nothing)
  assert.deepEqual(toWebEnvelope({ request_id: '1', action: 'ping' }, bounds), {
    payload: undefined,
    authorId: undefined,
  })
})

test('accepts any payload, because the contract validates it', () => {
  for (const payload of ['[]', '"x"', '0', 'false']) {
    assert.deepEqual(parse(`{"payload":${payload}}`).payload, JSON.parse(payload))
  }
})

test('reads no fields from a prototype in the text', () => {
  const text = '{"__proto__":{"action":"ping","payload":{"a":1}}}'
  assert.throws(() => parse(text), refusal('validation', /cannot have __proto__/))
})

const refused: readonly (readonly [string, string, RegExp])[] = [
  ['an empty text', '', /not valid JSON/],
  ['broken JSON', '{"action":', /not valid JSON/],
  ['a number of two', '{} {}', /not valid JSON/],
  ['an array', '[]', /must be a JSON object/],
  ['null', 'null', /must be a JSON object/],
  ['a scalar', '"ping"', /must be a JSON object/],
  ['an action that is no string', '{"action":1}', /action must be a string/],
  ['a request id that is no string', '{"request_id":1}', /request_id must be a string/],
  ['an author that is no string', '{"author_id":{}}', /author_id must be a string/],
  ['a key that is no string', '{"idempotency_key":true}', /idempotency_key must be a string/],
  ['a long request id', JSON.stringify({ request_id: 'x'.repeat(257) }), /request_id must have at most 256/],
  ['a long action', JSON.stringify({ action: 'x'.repeat(257) }), /action must have at most 256/],
  ['a NUL', '{"payload":{"a":"\\u0000"}}', /request\.payload\.a contains a NUL/],
  ['a lone surrogate', '{"action":"\\ud800"}', /request\.action contains a lone surrogate/],
  ['too deep', `{"payload":${'['.repeat(8)}${']'.repeat(8)}}`, /nested deeper than 8/],
]

for (const [title, text, message] of refused) {
  test(`${title} is refused`, () => assert.throws(() => parse(text), refusal('validation', message)))
}

for (const [title, value, message] of [
  ['nothing', undefined, /must be a JSON object/],
  ['a text', '{}', /must be a JSON object/],
  ['a list', [], /must be a JSON object/],
  ['an action that is no string', { action: 1 }, /action must be a string/],
  ['too deep', { payload: [[[[[[[[]]]]]]]] }, /nested deeper than 8/],
  ['too many keys', { payload: Object.fromEntries('abcdefghi'.split('').entries()) }, /more than 8 keys/],
  ['what JSON does not have', { payload: { a: 1n } }, /request\.payload\.a is not a JSON value/],
] as const) {
  test(`${title} in a parsed request is refused`, () =>
    assert.throws(() => toEnvelope(value, bounds), refusal('validation', message)))
}

test('reads a parsed request without fields of its prototype', () => {
  const payload = { a: 1 }
  const envelope = toEnvelope({ payload, author_id: 'bot' }, bounds)
  assert.equal(envelope.payload, payload)
  assert.deepEqual(envelope, { ...nothing, payload, authorId: 'bot' })
  assert.deepEqual(toEnvelope(Object.create({ payload, author_id: 'bot' }), bounds), nothing)
})

test('finds the parts of a refused request that the response repeats', () => {
  assert.deepEqual(parseEchoedFields('{"request_id":"1","action":7}'), {
    requestId: '1',
    olderId: undefined,
    action: undefined,
  })
  const deep = `{"request_id":"1","action":"ping","payload":${'['.repeat(9)}${']'.repeat(9)}}`
  assert.deepEqual(parseEchoedFields(deep), { requestId: '1', olderId: undefined, action: 'ping' })
})

test('does not repeat values that cannot be sent back', () => {
  const texts = [
    '{"request_id":1,"action":[]}',
    '{"request_id":"\\ud800","action":"\\ud800"}',
    '{}',
    '[]',
    'null',
    'broken',
  ]
  const long = 'x'.repeat(257)
  for (const text of [...texts, JSON.stringify({ request_id: long, action: long })]) {
    assert.deepEqual(parseEchoedFields(text), { requestId: undefined, olderId: undefined, action: undefined })
  }
})

test('refuses text that is nested too deeply before parsing, and ignores brackets in strings', () => {
  const nested = (text: string) => `{"request_id":"1","action":"ping","payload":${text}}`
  const tooDeep = refusal('validation', /nested deeper than 8 levels/)
  assert.throws(() => parse('['.repeat(20_000)), tooDeep)
  assert.throws(() => parse(nested(`${'['.repeat(9)}${' '.repeat(20_000)}${']'.repeat(9)}`)), tooDeep)
  for (const text of ['['.repeat(20_000), `\\"${'{'.repeat(20_000)}`, `${'['.repeat(20_000)}\\\\`]) {
    assert.equal(parse(nested(`["${text}",[[[[]]]]]`)).action, 'ping')
  }
  for (const depth of [9, 100_000]) {
    const text = nested(`[{"request_id":"2","a":"]"},${'['.repeat(depth)}${']'.repeat(depth)}]`)
    assert.deepEqual(parseEchoedFields(text.replace('{', '{"list":[{}],')), {
      requestId: '1',
      olderId: undefined,
      action: 'ping',
    })
  }
  assert.equal(parse(nested(`[${'[[]],'.repeat(2_000)}[]]`)).action, 'ping')
})

test('treats a parsed request like its text', () => {
  for (const text of [
    '{}',
    '{"request_id":"1","action":"ping","payload":{"a":[1,null]},"author_id":"bot"}',
  ]) {
    assert.deepEqual(toEnvelope(JSON.parse(text), bounds), parse(text))
  }
  for (const [title, text, message] of refused) {
    if (message.source.includes('not valid JSON')) continue
    const value: unknown = JSON.parse(text)
    assert.throws(() => toEnvelope(value, bounds), refusal('validation', message), title)
    assert.deepEqual(toEchoedFields(value), parseEchoedFields(text), title)
  }
})

test('returns a parsed payload without copying it', () => {
  const payload = { a: 1 }
  assert.equal(toEnvelope({ payload }, bounds).payload, payload)
})

test('refuses a parsed request with too many or too long keys', () => {
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`key ${index}`, 0]))
  for (const [payload, message] of [
    [many, /has more than 8 keys/],
    [{ ['漢'.repeat(11)]: 0 }, /longer than 32 bytes/],
    [{ a: () => undefined }, /is not a JSON value/],
  ] as const) {
    assert.throws(() => toEnvelope({ payload }, bounds), refusal('validation', message))
  }
})

test('reads a body that is the payload itself within the same limits', () => {
  const payload = { payload: { a: 1 }, author_id: 7, action: null }
  assert.deepEqual(parsePayload(JSON.stringify(payload), bounds), payload)
  assert.equal(toPayload(payload, bounds), payload)
  for (const [text, message] of [
    ['', /not valid JSON/],
    ['[]', /must be a JSON object/],
    ['null', /must be a JSON object/],
    ['{"a":"\\u0000"}', /request\.a contains a NUL/],
    [`{"a":${'['.repeat(8)}${']'.repeat(8)}}`, /nested deeper than 8/],
    [`{"a":${'['.repeat(5_000)}`, /nested deeper than 8/],
  ] as const) {
    assert.throws(() => parsePayload(text, bounds), refusal('validation', message))
  }
})
