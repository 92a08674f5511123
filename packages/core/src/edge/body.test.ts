import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../test/assertions.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { Deadlines } from '../dispatch/deadlines.js'
import { BodyReader } from './body.js'
import type { HttpBody } from './http.js'

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

function readText(body: HttpBody, maxBytes: number, clock = new VirtualClock(0)): Promise<string> {
  return new BodyReader(new Deadlines(clock, limitMs), maxBytes).read({}, body)
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
  const bodies = new BodyReader(new Deadlines(new VirtualClock(0), limitMs), 100)
  await assert.rejects(bodies.read({ 'content-length': '101' }, body), refusal('entity_too_large'))
})

test('a body that takes too long is refused, and the rest thrown away', async () => {
  const clock = new VirtualClock(0)
  const { body, discards } = givenBody()
  const text = readText(body, 100, clock)
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
