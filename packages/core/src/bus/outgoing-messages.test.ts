import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Gate, gate } from '../../test/gate.js'
import { nextTurn } from '../clock/next-turn.js'
import type { OutgoingBatch } from '../ports/bus-link.js'
import { OutgoingMessages } from './outgoing-messages.js'

function given(maxBytes = 10_000) {
  const outgoing = new OutgoingMessages(maxBytes)
  const sent: string[] = []
  const ends: Gate[] = []
  const send = ({ messages, reportsLoss }: OutgoingBatch) => {
    const texts = messages.map(({ licenseId, text }) => `${licenseId} ${text}`)
    sent.push(`${reportsLoss ? 'loss, ' : ''}${texts.join(', ')}`)
    const end = gate()
    ends.push(end)
    return end.promise
  }
  const outcomes: string[] = []
  const publish = (message: unknown) => {
    const name = String(message).slice(0, 10)
    outgoing.publish(1, message).then(
      () => outcomes.push(`${name} sent`),
      (cause: Error) => outcomes.push(`${name} lost: ${cause.message}`),
    )
  }
  return { outgoing, sent, ends, send, outcomes, publish }
}

test('sends messages of one turn together, and those published meanwhile next', async () => {
  const { outgoing, sent, ends, send, outcomes, publish } = given()
  outgoing.startSending(send)
  publish('a')
  publish('b')
  assert.deepEqual(sent, [])
  await nextTurn()
  publish('c')
  await nextTurn()
  assert.deepEqual(sent, ['1 "a", 1 "b"'])
  ends[0]?.open()
  await nextTurn()
  assert.deepEqual(sent, ['1 "a", 1 "b"', '1 "c"'])
  assert.deepEqual(outcomes, ['a sent', 'b sent'])
})

test('messages wait while there is no link', async () => {
  const { outgoing, sent, send, publish } = given()
  publish('a')
  await nextTurn()
  outgoing.startSending(send)
  assert.deepEqual(sent, ['1 "a"'])
})

test('drops the oldest messages beyond the limit, and the next batch reports the loss', async () => {
  const { outgoing, sent, ends, send, outcomes, publish } = given()
  for (const name of 'abcde') publish(name.repeat(2_000))
  await nextTurn()
  assert.deepEqual(outcomes, [
    'aaaaaaaaaa lost: too many messages are waiting to be sent',
    'bbbbbbbbbb lost: too many messages are waiting to be sent',
  ])
  outgoing.startSending(send)
  assert.ok(sent[0]?.startsWith('loss, 1 "ccc'))
  ends[0]?.open()
  publish('f')
  await nextTurn()
  assert.equal(sent[1], '1 "f"')
})

test('sends a message that exceeds the limit, if none is before it', async () => {
  const { outgoing, sent, send, outcomes, publish } = given()
  outgoing.startSending(send)
  publish('x'.repeat(20_000))
  await nextTurn()
  assert.equal(sent.length, 1)
  publish('y'.repeat(20_000))
  await nextTurn()
  assert.deepEqual(outcomes, ['yyyyyyyyyy lost: too many messages are waiting to be sent'])
})

test('a failed batch is not sent again, and the next one reports the loss', async () => {
  const { outgoing, sent, ends, send, outcomes, publish } = given()
  outgoing.startSending(send)
  publish('a')
  await nextTurn()
  ends[0]?.fail(new Error('cut off'))
  await nextTurn()
  assert.deepEqual(outcomes, ['a lost: cut off'])
  assert.equal(sent.length, 1)
  publish('b')
  await nextTurn()
  assert.deepEqual(sent, ['1 "a"', 'loss, 1 "b"'])
})

test('reports a loss when there is a link again, even if no messages wait', async () => {
  const { outgoing, sent, ends, send, publish } = given()
  outgoing.startSending(send)
  publish('a')
  await nextTurn()
  outgoing.stopSending()
  ends[0]?.fail(new Error('cut off'))
  await nextTurn()
  outgoing.startSending(send)
  assert.deepEqual(sent, ['1 "a"', 'loss, '])
})

test('rejects a message that is not JSON, without affecting others', async () => {
  const { outgoing, sent, send, outcomes, publish } = given()
  outgoing.startSending(send)
  publish(1n)
  publish('a')
  await nextTurn()
  assert.deepEqual(sent, ['1 "a"'])
  assert.match(outcomes[0] ?? '', /^1 lost: .*BigInt/)
})

test('splits more than a mebibyte into several batches', async () => {
  const { outgoing, sent, ends, send, publish } = given(10_000_000)
  outgoing.startSending(send)
  for (const name of 'abc') publish(name.repeat(600_000))
  await nextTurn()
  for (let batch = 0; batch < 3; batch += 1) {
    ends[batch]?.open()
    await nextTurn()
  }
  assert.deepEqual(
    sent.map((text) => text[3]),
    ['a', 'b', 'c'],
  )
})

test('drained resolves when everything is sent, and fail rejects what still waits', async () => {
  const { outgoing, ends, send, outcomes, publish } = given()
  outgoing.startSending(send)
  publish('a')
  let isDrained = false
  outgoing.waitUntilDrained().then(() => {
    isDrained = true
  })
  publish('b')
  await nextTurn()
  ends[0]?.open()
  await nextTurn()
  assert.equal(isDrained, false)
  ends[1]?.open()
  await nextTurn()
  assert.equal(isDrained, true)
  outgoing.stopSending()
  publish('c')
  outgoing.rejectAll(new Error('closed'))
  await nextTurn()
  assert.deepEqual(outcomes, ['a sent', 'b sent', 'c lost: closed'])
})
