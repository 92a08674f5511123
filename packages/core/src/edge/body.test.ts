import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { refusal } from '../../test/assertions.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { Deadlines } from '../dispatch/deadlines.js'
import { Shutdown } from '../dispatch/shutdown.js'
import { ShuttingDownError } from '../errors.js'
import { BodyReader } from './body.js'
import { ByteBudget } from './byte-budget.js'
import type { HttpBody, HttpHeaders } from './http.js'

type Listener = Parameters<HttpBody['read']>[0]

/** A body whose parts arrive when the test says so. */
function givenBody(): { body: HttpBody; listener: Listener; discards: number[] } {
  const listeners: Listener[] = []
  const discards: number[] = []
  const heard = (tell: (listener: Listener) => void) => listeners.forEach(tell)
  return {
    body: { read: (listener) => listeners.push(listener), discard: () => discards.push(1) },
    listener: {
      data: (chunk) => heard((one) => one.data(chunk)),
      end: () => heard((one) => one.end()),
      fail: (cause) => heard((one) => one.fail(cause)),
    },
    discards,
  }
}

const limitMs = 1_000

function givenReader(maxBytes = 100, budgetBytes = 1_000_000) {
  const clock = new VirtualClock(0)
  const deadlines = new Deadlines(clock, limitMs)
  const shutdown = new Shutdown()
  const budget = new ByteBudget(budgetBytes)
  const bodies = new BodyReader({ deadlines, maxBytes, budget, shutdown })
  return { clock, deadlines, shutdown, budget, bodies }
}

const senderOf = (body: HttpBody, headers: HttpHeaders = {}) => ({
  body,
  headers,
  remoteAddress: '192.0.2.1',
})

function readText(body: HttpBody, maxBytes: number): Promise<string> {
  return givenReader(maxBytes).bodies.read(senderOf(body))
}

function read(chunks: readonly (string | Uint8Array)[], maxBytes = 100): Promise<string> {
  const { body, listener } = givenBody()
  const text = readText(body, maxBytes)
  for (const chunk of chunks) listener.data(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  listener.end()
  return text
}

test('a body is put together from its parts', async () => {
  assert.equal(await read(['{"a":', '1}']), '{"a":1}')
  assert.equal(await read(['{}']), '{}')
  assert.equal(await read([]), '')
})

test('a character may lie across two parts', async () => {
  const bytes = Buffer.from('ä😀')
  assert.equal(await read([...bytes].map((byte) => Uint8Array.of(byte))), 'ä😀')
})

test('a body may be as large as the bound and no larger', async () => {
  assert.equal(await read(['x'.repeat(60), 'x'.repeat(40)]), 'x'.repeat(100))
  const tooLarge = refusal('entity_too_large', /at most 100 bytes/)
  await assert.rejects(read(['x'.repeat(60), 'x'.repeat(41)]), tooLarge)
  await assert.rejects(read(['ä'.repeat(51)]), tooLarge)
})

test('a body is refused before it ends', async () => {
  const { body, listener, discards } = givenBody()
  const text = readText(body, 100)
  listener.data(Buffer.alloc(101))
  await assert.rejects(text, refusal('entity_too_large'))
  assert.equal(discards.length, 1)
})

test('a body that is announced as too large is not read at all', async () => {
  const body: HttpBody = { read: () => assert.fail('it was read'), discard: () => undefined }
  const { bodies } = givenReader()
  await assert.rejects(bodies.read(senderOf(body, { 'content-length': '101' })), refusal('entity_too_large'))
})

test('a body that takes too long is refused, and the rest thrown away', async () => {
  const { clock, bodies } = givenReader()
  const { body, discards } = givenBody()
  const text = bodies.read(senderOf(body))
  clock.advance(limitMs)
  await assert.rejects(text, refusal('request_timeout'))
  assert.equal(discards.length, 1)
})

test('a body that breaks off is refused', async () => {
  const { body, listener } = givenBody()
  const text = readText(body, 100)
  listener.data(Buffer.from('{'))
  listener.fail(new Error('the peer went away'))
  await assert.rejects(text, refusal('validation', /the body is incomplete/))
})

test('bytes that are not UTF-8 are refused, in whatever parts', async () => {
  const notText = refusal('validation', /the body is not valid UTF-8/)
  await assert.rejects(read([Uint8Array.of(0xff)]), notText)
  await assert.rejects(read(['{"a":"', Uint8Array.of(0xed, 0xa0, 0x80), '"}']), notText)
  await assert.rejects(read([Uint8Array.of(0xf0, 0x9f)]), notText)
})

test('a body that is not complete when the engine goes down is refused, and the rest thrown away', async () => {
  const { bodies, shutdown, deadlines } = givenReader()
  const { body, listener, discards } = givenBody()
  const text = bodies.read(senderOf(body))
  listener.data(Buffer.from('{'))
  shutdown.begin()
  deadlines.failAll(new ShuttingDownError())
  await assert.rejects(text, refusal('service_unavailable', /shutting down/))
  assert.equal(discards.length, 1)
})

test('while the engine goes down no body is read', async () => {
  const { bodies, shutdown } = givenReader()
  shutdown.begin()
  const discards: number[] = []
  const body: HttpBody = { read: () => assert.fail('it was read'), discard: () => discards.push(1) }
  await assert.rejects(bodies.read(senderOf(body)), refusal('service_unavailable', /shutting down/))
  assert.equal(discards.length, 1)
})

test('an adapter that gives a body up may say why', async () => {
  const { body, listener } = givenBody()
  const text = readText(body, 100)
  listener.fail(new ShuttingDownError())
  await assert.rejects(text, refusal('service_unavailable', /shutting down/))
})

test('long bodies wait until there is room, and are not read before', async () => {
  const { bodies, budget } = givenReader(262_144, 400_000)
  const long = { 'content-length': '40000' }
  const [first, second, other] = [givenBody(), givenBody(), givenBody()]
  const reading = bodies.read(senderOf(first.body, long))
  const waiting = bodies.read(senderOf(second.body, long))
  const fromElsewhere = bodies.read({ ...senderOf(other.body, long), remoteAddress: '192.0.2.2' })
  await nextTurn()
  assert.equal(budget.heldBytes, 80_000)
  other.listener.end()
  assert.equal(await fromElsewhere, '')
  second.listener.data(Buffer.from('not heard yet'))
  first.listener.data(Buffer.from('{}'))
  first.listener.end()
  assert.equal(await reading, '{}')
  await nextTurn()
  second.listener.end()
  assert.equal(await waiting, '')
  assert.equal(budget.heldBytes, 0)
})

test('a body of unknown length counts as the longest, a short one not at all', async () => {
  const { bodies, budget } = givenReader(262_144)
  const [chunked, short] = [givenBody(), givenBody()]
  const reading = bodies.read(senderOf(chunked.body, { 'transfer-encoding': 'chunked' }))
  const other = bodies.read(senderOf(short.body, { 'content-length': '16383' }))
  await nextTurn()
  assert.equal(budget.heldBytes, 262_144)
  for (const { listener } of [chunked, short]) listener.end()
  await Promise.all([reading, other])
  assert.equal(budget.heldBytes, 0)
})

test('a long body that takes too long, or waits for too long, holds nothing any more', async () => {
  const { bodies, budget, clock } = givenReader(262_144, 400_000)
  const long = { 'content-length': '50000' }
  const texts = [givenBody(), givenBody()].map(({ body }) => bodies.read(senderOf(body, long)))
  await nextTurn()
  const refused = texts.map((text) => assert.rejects(text, refusal('request_timeout')))
  clock.advance(limitMs)
  await Promise.all(refused)
  assert.equal(budget.heldBytes, 0)
})
