import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '../clock/virtual-clock.js'
import { type WaitingNotice, WaitingNotices } from './waiting-notices.js'

const intervalMs = 10_000

function given({ maxCount = 100, interval = intervalMs } = {}) {
  const clock = new VirtualClock(0)
  const dropped: number[] = []
  const waiting = new WaitingNotices({
    ...{ clock, intervalMs: interval, maxCount },
    dropped: (licenseId) => void dropped.push(licenseId),
  })
  const take = (count = 1_000) => waiting.take(count, () => true)
  return { clock, dropped, waiting, take }
}

function notice(agentId: string, values: Partial<WaitingNotice> = {}): WaitingNotice {
  const event = { author: { kind: 'customer', id: 'casey' }, type: 'message', body: 'Hello' } as const
  const chat = { licenseId: 1, chatId: 'chat', threadId: 'thread' }
  return { agentId, ...chat, reason: 'event', event, eventCount: 1, ...values }
}

const later = { author: null, type: 'custom', body: '' } as const

test('what happens in a chat before an agent is notified becomes one notice, of the last event', () => {
  const { waiting, take } = given()
  for (const values of [{}, {}, { event: later, threadId: 'next' }]) waiting.add(notice('ada', values))
  assert.deepEqual(take(), [notice('ada', { event: later, threadId: 'next', eventCount: 3 })])
  assert.deepEqual(take(), [])
})

test('each agent has a notice of their own, and so has each chat', () => {
  const { waiting, take } = given()
  const all = [notice('ada'), notice('bob'), notice('ada', { chatId: 'other' })]
  for (const one of all) waiting.add(one)
  assert.deepEqual(take(2), all.slice(0, 2))
  assert.deepEqual(take(2), all.slice(2))
})

test('the next notice of a chat comes when the interval is over, and tells of all since the first', () => {
  const { clock, waiting, take } = given()
  waiting.add(notice('ada'))
  take()
  for (let n = 0; n < 3; n += 1) waiting.add(notice('ada'))
  waiting.add(notice('bob'))
  clock.advance(intervalMs - 1)
  assert.deepEqual(take(), [notice('bob')])
  clock.advance(1)
  assert.deepEqual(take(), [notice('ada', { eventCount: 3 })])
  clock.advance(intervalMs)
  waiting.add(notice('ada'))
  assert.deepEqual(take(), [notice('ada')])
})

test('without an interval every taking has what there is', () => {
  const { waiting, take } = given({ interval: 0 })
  for (let n = 0; n < 2; n += 1) {
    waiting.add(notice('ada'))
    assert.deepEqual(take(), [notice('ada')])
  }
})

test('who was assigned is told so, whatever else happened', () => {
  const { waiting, take } = given()
  const assigned = { reason: 'assigned', event: null, eventCount: 0, threadId: null } as const
  waiting.add(notice('ada', assigned))
  waiting.add(notice('ada'))
  waiting.add(notice('bob'))
  waiting.add(notice('bob', assigned))
  assert.deepEqual(take(), [notice('ada', { reason: 'assigned' }), notice('bob', { reason: 'assigned' })])
})

test('what would be too much is dropped, and what waits goes on to grow', () => {
  const { dropped, waiting, take } = given({ maxCount: 8 })
  for (const licenseId of [1, 2]) {
    for (const agentId of ['a', 'b', 'c']) waiting.add(notice(`${agentId}${licenseId}`, { licenseId }))
  }
  assert.deepEqual(dropped, [1, 2])
  waiting.add(notice('a1'))
  assert.deepEqual(
    take().map(({ agentId, eventCount }) => [agentId, eventCount]),
    [
      ['a1', 2],
      ['b1', 1],
      ['a2', 1],
      ['b2', 1],
    ],
  )
  waiting.add(notice('d1'))
  assert.equal(dropped.length, 2)
})

test('licenses that are closed keep what they have, and hold up no other', () => {
  const { waiting, take } = given()
  const other = notice('bob', { licenseId: 2 })
  for (const one of [notice('ada'), other]) waiting.add(one)
  assert.deepEqual(
    waiting.take(10, (licenseId) => licenseId === 2),
    [other],
  )
  assert.deepEqual(take(), [notice('ada')])
})

test('it remembers of no more agents and chats than may wait that they were notified', () => {
  const { waiting, take } = given({ maxCount: 8 })
  const notifiedAgain: string[] = []
  for (let n = 0; n < 10; n += 1) {
    waiting.add(notice(`agent ${n}`))
    take()
  }
  for (let n = 0; n < 10; n += 1) {
    waiting.add(notice(`agent ${n}`))
    notifiedAgain.push(...take().map(({ agentId }) => agentId))
  }
  assert.ok(notifiedAgain.length >= 2, notifiedAgain.join())
})
