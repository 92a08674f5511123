import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { VirtualClock } from '../../clock/virtual-clock.js'
import { Deadlines } from '../../dispatch/deadlines.js'
import type { HttpResponse } from './http.js'
import { stalledMs } from './source-reader.js'
import { toWebResponse } from './web-response.js'

/** Time by which a deadline may be noticed late, in milliseconds. */
const sweepMs = 250

function given(changes: Partial<HttpResponse> = {}, method = 'GET') {
  const clock = new VirtualClock(0)
  const events: string[] = []
  async function* count() {
    try {
      for (let part = 1; part <= 3; part += 1) {
        events.push(`part ${part}`)
        yield Uint8Array.of(part)
      }
    } finally {
      events.push('end')
    }
  }
  const onClose = () => void events.push('gone')
  const response = { status: 200, headers: {}, body: { chunks: count() }, onClose, ...changes }
  return { clock, events, answered: toWebResponse(response, method, new Deadlines(clock, stalledMs)) }
}

test('uses a text without onClose as the body itself', async () => {
  const { onClose: _, ...response } = { status: 200, headers: { a: 'b' }, body: 'é', onClose: () => {} }
  const answered = toWebResponse(response, 'GET', new Deadlines(new VirtualClock(0), stalledMs))
  assert.deepEqual([answered.headers.get('a'), await answered.text()], ['b', 'é'])
})

test('streams a text with onClose, and calls onClose when it was read', async () => {
  const { events, answered } = given({ body: 'é'.repeat(100_000) })
  assert.equal(answered.headers.get('content-length'), '200000')
  assert.equal((await answered.text()).length, 100_000)
  assert.deepEqual(events, ['gone'])
})

test('asks a source for chunks only when the client reads', async () => {
  const { events, answered } = given()
  const reader = answered.body?.getReader()
  await nextTurn()
  assert.deepEqual(events, [])
  assert.deepEqual((await reader?.read())?.value, Uint8Array.of(1))
  await nextTurn()
  assert.deepEqual(events, ['part 1'])
  for (const part of [2, 3]) assert.deepEqual((await reader?.read())?.value, Uint8Array.of(part))
  assert.equal((await reader?.read())?.done, true)
  assert.deepEqual(events, ['part 1', 'part 2', 'part 3', 'end', 'gone'])
})

test('ends the source when the client stops reading', async () => {
  const { events, answered } = given()
  const reader = answered.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  await nextTurn()
  assert.deepEqual(events, ['part 1', 'gone', 'end'])
})

test('ends the response of a stalled client, but not of a slow one', async () => {
  const { clock, events, answered } = given()
  const reader = answered.body?.getReader()
  for (const part of [1, 2]) {
    clock.advance(stalledMs - 1)
    assert.deepEqual((await reader?.read())?.value, Uint8Array.of(part))
  }
  clock.advance(stalledMs + sweepMs)
  await nextTurn()
  assert.deepEqual(events, ['part 1', 'part 2', 'gone', 'end'])
  await assert.rejects(async () => reader?.read(), { type: 'request_timeout' })
})

test('ends a response that is never read', async () => {
  for (const body of ['x', undefined]) {
    const { clock, events } = given(body === undefined ? {} : { body })
    clock.advance(stalledMs)
    await nextTurn()
    assert.deepEqual(events, ['gone'])
  }
})

test('waits for a slow source', async () => {
  const { promise, resolve } = gate()
  async function* slow() {
    await promise
    yield Uint8Array.of(1)
  }
  const { clock, events, answered } = given({ body: { chunks: slow() } })
  const text = answered.arrayBuffer()
  await nextTurn()
  clock.advance(10 * stalledMs)
  await nextTurn()
  resolve()
  assert.equal((await text).byteLength, 1)
  assert.deepEqual(events, ['gone'])
})

test('fails the body when the source fails or has another length', async () => {
  async function* failing() {
    yield Uint8Array.of(1)
    throw new Error('broken')
  }
  const failed = given({ body: { chunks: failing() } })
  await assert.rejects(failed.answered.arrayBuffer(), /broken/)
  assert.deepEqual(failed.events, ['gone'])
  async function* short() {
    yield Uint8Array.of(1)
  }
  const tooShort = given({ body: { chunks: short(), length: 2 } })
  assert.equal(tooShort.answered.headers.get('content-length'), '2')
  await assert.rejects(tooShort.answered.arrayBuffer())
  assert.deepEqual(tooShort.events, ['gone'])
})

test('ends the source unread when the response has no body', () => {
  for (const [method, status] of [
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304],
  ] as const) {
    const { events, answered } = given({ status }, method)
    assert.deepEqual([answered.body, events], [null, ['gone']])
  }
})

function gate(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
