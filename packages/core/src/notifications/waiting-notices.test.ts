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
    onDropped: (licenseId) => void dropped.push(licenseId),
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

test('events before a notification are merged into one notice about the last event', () => {
  const { waiting, take } = given()
  for (const values of [{}, {}, { event: later, threadId: 'next' }]) waiting.add(notice('ada', values))
  assert.deepEqual(take(), [notice('ada', { event: later, threadId: 'next', eventCount: 3 })])
  assert.deepEqual(take(), [])
})

test('notices are kept per agent and chat', () => {
  const { waiting, take } = given()
  const all = [notice('ada'), notice('bob'), notice('ada', { chatId: 'other' })]
  for (const one of all) waiting.add(one)
  assert.deepEqual(take(2), all.slice(0, 2))
  assert.deepEqual(take(2), all.slice(2))
})

test('the next notice about a chat is due after the interval and covers everything since the first', () => {
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

test('without an interval, every take returns all notices', () => {
  const { waiting, take } = given({ interval: 0 })
  for (let n = 0; n < 2; n += 1) {
    waiting.add(notice('ada'))
    assert.deepEqual(take(), [notice('ada')])
  }
})

test('the reason assigned is kept when later events are merged', () => {
  const { waiting, take } = given()
  const assigned = { reason: 'assigned', event: null, eventCount: 0, threadId: null } as const
  waiting.add(notice('ada', assigned))
  waiting.add(notice('ada'))
  waiting.add(notice('bob'))
  waiting.add(notice('bob', assigned))
  assert.deepEqual(take(), [notice('ada', { reason: 'assigned' }), notice('bob', { reason: 'assigned' })])
})

test('notices beyond the limit are dropped, and waiting ones are still updated', () => {
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

test('notices of licenses that are not open stay, and do not delay other licenses', () => {
  const { waiting, take } = given()
  const other = notice('bob', { licenseId: 2 })
  for (const one of [notice('ada'), other]) waiting.add(one)
  assert.deepEqual(
    waiting.take(10, (licenseId) => licenseId === 2),
    [other],
  )
  assert.deepEqual(take(), [notice('ada')])
})

test('the number of remembered notifications is limited', () => {
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
