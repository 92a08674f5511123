import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../test/assertions.js'
import { readText } from './body.js'
import type { HttpBody } from './http.js'

type Listener = Parameters<HttpBody['read']>[0]

/** A body whose parts arrive when the test says so. */
function givenBody(): { body: HttpBody; listener: Listener } {
  const listeners: Listener[] = []
  const heard = (tell: (listener: Listener) => void) => listeners.forEach(tell)
  return {
    body: { read: (listener) => listeners.push(listener), discard: () => undefined },
    listener: {
      data: (chunk) => heard((one) => one.data(chunk)),
      end: () => heard((one) => one.end()),
      fail: (cause) => heard((one) => one.fail(cause)),
    },
  }
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
  const { body, listener } = givenBody()
  const text = readText(body, 100)
  listener.data(Buffer.alloc(101))
  await assert.rejects(text, refusal('entity_too_large'))
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
