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
  const body: BodyStream = {
    kind: 'stream',
    read: () => assert.fail('it was read'),
    discard: () => undefined,
  }
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
  const body: BodyStream = {
    kind: 'stream',
    read: () => assert.fail('it was read'),
    discard: () => discards.push(1),
  }
  await assert.rejects(bodies.read(senderOf(body)), refusal('service_unavailable', /shutting down/))
  assert.equal(discards.length, 1)
})

test('an adapter that gives a body up may say why', async () => {
  const { body, listener } = givenBody()
  const text = readText(body, 100)
  listener.fail(new ShuttingDownError())
  await assert.rejects(text, refusal('service_unavailable', /shutting down/))
})

test('a body counts with what has arrived of it, in steps, and its beginning not at all', async () => {
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

test('a body for which there is no room waits until there is', async () => {
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

test('a body that holds room has to go on, a short one only to end in time', async () => {
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

test('bodies that hold room and wait for more do not wait for each other', async () => {
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

test('a body that waits for room for too long holds nothing any more', async () => {
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

test('a form may be bounded more closely', async () => {
  const { body, listener } = givenBody()
  const text = givenReader(100).bodies.read(senderOf(body), 10)
  listener.data(Buffer.alloc(11))
  await assert.rejects(text, refusal('entity_too_large', /at most 10 bytes/))
})

const parsed = (value: unknown, headers: HttpHeaders = {}, maxBytes = 100) =>
  givenReader(maxBytes).bodies.read({ body: { kind: 'parsed', value }, headers, remoteAddress: null })

test('what a parser has made of a body is taken as it is, and counts as announced', async () => {
  const value = { a: 1 }
  const content = await parsed(value, { 'content-length': '20' })
  assert.ok(typeof content !== 'string')
  assert.equal(content.value, value)
  assert.equal(content.bytes, 20)
})

test('a parsed body whose length nobody announced, or that was packed, is measured', async () => {
  for (const headers of [{}, { 'content-length': '5', 'content-encoding': 'gzip' }]) {
    const content = await parsed(['x'.repeat(50)], headers)
    assert.ok(contentBytes(content) >= 50 && contentBytes(content) < 60)
    await assert.rejects(parsed(['x'.repeat(100)], headers), refusal('entity_too_large', /at most 100 bytes/))
  }
  assert.equal(contentBytes(await parsed([], { 'content-length': '5', 'content-encoding': 'Identity' })), 5)
})

test('a parsed body that was announced as too large is refused', async () => {
  await assert.rejects(parsed({}, { 'content-length': '101' }), refusal('entity_too_large'))
})

test('while the engine goes down no parsed body is taken', async () => {
  const { bodies, shutdown } = givenReader()
  shutdown.begin()
  const sender = { body: { kind: 'parsed', value: {} } as const, headers: {}, remoteAddress: null }
  await assert.rejects(bodies.read(sender), refusal('service_unavailable', /shutting down/))
})
