import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { refusal } from '../../../test/assertions.js'
import { VirtualClock } from '../../clock/virtual-clock.js'
import { Deadlines } from '../../dispatch/deadlines.js'
import { Shutdown } from '../../dispatch/shutdown.js'
import { ShuttingDownError } from '../../errors.js'
import { BodyReader, bodyStepMs } from './body.js'
import { type BodyContent, contentBytes } from './body-content.js'
import { ByteBudget } from './byte-budget.js'
import type { BodyStream, HttpHeaders } from './http.js'

type Listener = Parameters<BodyStream['read']>[0]

/** A body whose parts arrive when the test sends them. */
function givenBody(): { body: BodyStream; listener: Listener; discards: number[] } {
  const listeners: Listener[] = []
  const discards: number[] = []
  const heard = (tell: (listener: Listener) => void) => listeners.forEach(tell)
  return {
    body: { kind: 'stream', read: (listener) => listeners.push(listener), discard: () => discards.push(1) },
    listener: {
      data: (chunk) => listeners.map((one) => one.data(chunk)).find((room) => room !== undefined),
      end: () => heard((one) => one.end()),
      fail: (cause) => heard((one) => one.fail(cause)),
    },
    discards,
  }
}

const limitMs = 5_000

function givenReader(maxBytes = 100, budgetBytes = 1_000_000) {
  const clock = new VirtualClock(0)
  const deadlines = new Deadlines(clock, limitMs)
  const shutdown = new Shutdown()
  const budget = new ByteBudget(budgetBytes)
  const paces = new Deadlines(clock, bodyStepMs)
  const bodies = new BodyReader({ deadlines, paces, maxBytes, budget, shutdown })
  return { clock, deadlines, shutdown, budget, bodies }
}

const senderOf = (body: BodyStream, headers: HttpHeaders = {}) => ({
  body,
  headers,
  remoteAddress: '192.0.2.1',
})

function readText(body: BodyStream, maxBytes: number): Promise<BodyContent> {
  return givenReader(maxBytes).bodies.read(senderOf(body))
}

function read(chunks: readonly (string | Uint8Array)[], maxBytes = 100): Promise<BodyContent> {
  const { body, listener } = givenBody()
  const text = readText(body, maxBytes)
  for (const chunk of chunks) listener.data(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  listener.end()
  return text
}

test('joins the parts of a body', async () => {
  assert.equal(await read(['{"a":', '1}']), '{"a":1}')
  assert.equal(await read(['{}']), '{}')
  assert.equal(await read([]), '')
})

test('decodes a character that spans two parts', async () => {
  const bytes = Buffer.from('ä😀')
  assert.equal(await read([...bytes].map((byte) => Uint8Array.of(byte))), 'ä😀')
})

test('accepts a body up to the limit and refuses a larger one', async () => {
  assert.equal(await read(['x'.repeat(60), 'x'.repeat(40)]), 'x'.repeat(100))
  const tooLarge = refusal('entity_too_large', /at most 100 bytes/)
  await assert.rejects(read(['x'.repeat(60), 'x'.repeat(41)]), tooLarge)
  await assert.rejects(read(['ä'.repeat(51)]), tooLarge)
})

test('refuses a body as soon as it exceeds the limit', async () => {
  const { body, listener, discards } = givenBody()
  const text = readText(body, 100)
  listener.data(Buffer.alloc(101))
  await assert.rejects(text, refusal('entity_too_large'))
  assert.equal(discards.length, 1)
})

test('refuses a body with a too large Content-Length without reading it', async () => {
  const body: BodyStream = {
    kind: 'stream',
    read: () => assert.fail('it was read'),
    discard: () => undefined,
  }
  const { bodies } = givenReader()
  await assert.rejects(bodies.read(senderOf(body, { 'content-length': '101' })), refusal('entity_too_large'))
})

test('refuses a body that takes too long, and discards the rest', async () => {
  const { clock, bodies } = givenReader()
  const { body, discards } = givenBody()
  const text = bodies.read(senderOf(body))
  clock.advance(limitMs)
  await assert.rejects(text, refusal('request_timeout'))
  assert.equal(discards.length, 1)
})

test('refuses an incomplete body', async () => {
  const { body, listener } = givenBody()
  const text = readText(body, 100)
  listener.data(Buffer.from('{'))
  listener.fail(new Error('the peer went away'))
  await assert.rejects(text, refusal('validation', /the body is incomplete/))
})

test('refuses bytes that are not UTF-8, however they are split', async () => {
  const notText = refusal('validation', /the body is not valid UTF-8/)
  await assert.rejects(read([Uint8Array.of(0xff)]), notText)
  await assert.rejects(read(['{"a":"', Uint8Array.of(0xed, 0xa0, 0x80), '"}']), notText)
  await assert.rejects(read([Uint8Array.of(0xf0, 0x9f)]), notText)
})

test('refuses a body that is incomplete at shutdown, and discards the rest', async () => {
  const { bodies, shutdown, deadlines } = givenReader()
  const { body, listener, discards } = givenBody()
  const text = bodies.read(senderOf(body))
  listener.data(Buffer.from('{'))
  shutdown.begin()
  deadlines.failAll(new ShuttingDownError())
  await assert.rejects(text, refusal('service_unavailable', /shutting down/))
  assert.equal(discards.length, 1)
})

test('reads no body during shutdown', async () => {
  const { bodies, shutdown } = givenReader()
  shutdown.begin()
  const discards: number[] = []
  const body: BodyStream = {
    kind: 'stream',
    read: () => assert.fail('it was read'),
    discard: () => discards.push(1),
  }
  await assert.rejects(bodies.read(senderOf(body)), refusal('service_unavailable', /shutting down/))
  assert.equal(discards.length, 1)
})

test('reports the error with which an adapter fails a body', async () => {
  const { body, listener } = givenBody()
  const text = readText(body, 100)
  listener.fail(new ShuttingDownError())
  await assert.rejects(text, refusal('service_unavailable', /shutting down/))
})

test('reserves budget in steps as a body arrives, and nothing for its beginning', async () => {
  const { bodies, budget } = givenReader(262_144)
  const { body, listener } = givenBody()
  const reading = bodies.read(senderOf(body, { 'content-length': '200000' }))
  const held = [16_384, 1, 32_767, 1].map((length) => {
    assert.equal(listener.data(Buffer.alloc(length, 'x')), undefined)
    return budget.heldBytes
  })
  assert.deepEqual(held, [0, 32_768, 32_768, 65_536])
  listener.end()
  assert.equal(contentBytes(await reading), 49_153)
  assert.equal(budget.heldBytes, 0)
})

test('a body waits until the budget allows it', async () => {
  const { bodies, budget } = givenReader(262_144, 400_000)
  const [first, second, other] = [givenBody(), givenBody(), givenBody()]
  const reading = bodies.read(senderOf(first.body))
  const waiting = bodies.read(senderOf(second.body))
  const fromElsewhere = bodies.read({ ...senderOf(other.body), remoteAddress: '192.0.2.2' })
  assert.equal(first.listener.data(Buffer.alloc(40_000, 'x')), undefined)
  const room = second.listener.data(Buffer.alloc(40_000, 'x'))
  assert.ok(room !== undefined)
  assert.equal(other.listener.data(Buffer.alloc(40_000, 'x')), undefined)
  assert.equal(budget.heldBytes, 65_536)
  first.listener.end()
  assert.equal(contentBytes(await reading), 40_000)
  await room
  assert.equal(budget.heldBytes, 65_536)
  for (const { listener } of [second, other]) listener.end()
  assert.equal(contentBytes(await waiting), 40_000)
  assert.equal(contentBytes(await fromElsewhere), 40_000)
  assert.equal(budget.heldBytes, 0)
})

test('limits the time between steps only for bodies that hold budget', async () => {
  const { bodies, budget, clock } = givenReader(262_144)
  const [slow, steady, short] = [givenBody(), givenBody(), givenBody()]
  const [given, kept, ended] = [slow, steady, short].map(({ body }) => bodies.read(senderOf(body)))
  const refused = assert.rejects(given ?? assert.fail(), refusal('request_timeout'))
  for (const { listener } of [slow, steady]) listener.data(Buffer.alloc(20_000, 'x'))
  short.listener.data(Buffer.alloc(10_000, 'x'))
  clock.advance(bodyStepMs - 500)
  slow.listener.data(Buffer.alloc(100, 'x'))
  steady.listener.data(Buffer.alloc(40_000, 'x'))
  await nextTurn()
  clock.advance(500)
  await refused
  assert.equal(slow.discards.length, 1)
  for (const { listener } of [steady, short]) listener.end()
  assert.equal(contentBytes((await kept) ?? ''), 60_000)
  assert.equal(contentBytes((await ended) ?? ''), 10_000)
  assert.equal(budget.heldBytes, 0)
})

test('bodies that hold budget and wait for more do not block each other forever', async () => {
  const { bodies, budget, clock } = givenReader(262_144, 600_000)
  const [first, second] = [givenBody(), givenBody()]
  const readings = [first, second].map(({ body }) => bodies.read(senderOf(body)))
  const refused = readings.map((reading) => assert.rejects(reading, refusal('request_timeout')))
  for (const { listener } of [first, second]) listener.data(Buffer.alloc(20_000, 'x'))
  for (const { listener } of [first, second]) {
    assert.ok(listener.data(Buffer.alloc(40_000, 'x')) !== undefined)
  }
  clock.advance(bodyStepMs)
  await Promise.all(refused)
  await nextTurn()
  assert.equal(budget.heldBytes, 0)
})

test('a body that waits too long for budget releases what it holds', async () => {
  const { bodies, budget, clock } = givenReader(262_144, 400_000)
  const [first, second] = [givenBody(), givenBody()]
  const texts = [first, second].map(({ body }) => bodies.read(senderOf(body)))
  const refused = texts.map((text) => assert.rejects(text, refusal('request_timeout')))
  for (const { listener } of [first, second]) listener.data(Buffer.alloc(40_000, 'x'))
  clock.advance(limitMs)
  await Promise.all(refused)
  await nextTurn()
  assert.equal(budget.heldBytes, 0)
})

test('a caller can set a smaller limit', async () => {
  const { body, listener } = givenBody()
  const text = givenReader(100).bodies.read(senderOf(body), 10)
  listener.data(Buffer.alloc(11))
  await assert.rejects(text, refusal('entity_too_large', /at most 10 bytes/))
})

const parsed = (value: unknown, headers: HttpHeaders = {}, maxBytes = 100) =>
  givenReader(maxBytes).bodies.read({ body: { kind: 'parsed', value }, headers, remoteAddress: null })

test('returns a parsed body unchanged, with its announced size', async () => {
  const value = { a: 1 }
  const content = await parsed(value, { 'content-length': '20' })
  assert.ok(typeof content !== 'string')
  assert.equal(content.value, value)
  assert.equal(content.bytes, 20)
})

test('measures a parsed body that was compressed or has no Content-Length', async () => {
  for (const headers of [{}, { 'content-length': '5', 'content-encoding': 'gzip' }]) {
    const content = await parsed(['x'.repeat(50)], headers)
    assert.ok(contentBytes(content) >= 50 && contentBytes(content) < 60)
    await assert.rejects(parsed(['x'.repeat(100)], headers), refusal('entity_too_large', /at most 100 bytes/))
  }
  assert.equal(contentBytes(await parsed([], { 'content-length': '5', 'content-encoding': 'Identity' })), 5)
})

test('refuses a parsed body with a too large Content-Length', async () => {
  await assert.rejects(parsed({}, { 'content-length': '101' }), refusal('entity_too_large'))
})

test('refuses a parsed body during shutdown', async () => {
  const { bodies, shutdown } = givenReader()
  shutdown.begin()
  const sender = { body: { kind: 'parsed', value: {} } as const, headers: {}, remoteAddress: null }
  await assert.rejects(bodies.read(sender), refusal('service_unavailable', /shutting down/))
})
