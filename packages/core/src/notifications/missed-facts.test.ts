import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatEvent, chatHead } from '../../test/domain-values.js'
import { agentTarget } from '../../test/push-targets.js'
import { scripted } from '../../test/scripted.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { type Fact, factChat } from '../facts/fact.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Logger } from '../ports/logger.js'
import { PushTargets } from '../push/push-targets.js'
import { IgnoredMissedFacts, RecordedMissedFacts } from './missed-facts.js'
import { WaitingNotices } from './waiting-notices.js'

const members = [
  { kind: 'customer', id: 'casey' },
  { kind: 'agent', id: 'ada' },
  { kind: 'agent', id: 'bob' },
] as const
const chat = factChat(chatHead({ members }))
const written = (authorId = 'casey'): Fact => {
  return { name: 'incoming_event', chat, threadId: 'thread', event: chatEvent({ authorId }) }
}
const closed: Fact = { name: 'thread_closed', chat, threadId: 'thread', properties: {}, userId: null }

function given() {
  const targets = new PushTargets()
  const failed: string[] = []
  const failures = scripted<FailureLog>({ write: (message) => void failed.push(message) })
  const dropped = () => assert.fail()
  const waiting = new WaitingNotices({
    clock: new VirtualClock(0),
    intervalMs: 0,
    maxCount: 100,
    onDropped: dropped,
  })
  const hear = (fact: Fact, authorId: string | null = 'casey') => {
    new RecordedMissedFacts({ waiting, targets, failures }).add({ place: null, facts: [fact] }, authorId)
    return waiting.take(100, () => true)
  }
  return { targets, failed, hear }
}

test('agents of the chat are noted with the event that they missed', () => {
  const { hear } = given()
  const event = { author: { kind: 'customer', id: 'casey' }, type: 'message', body: 'Hello' }
  const [first, ...others] = hear(written())
  const of = { licenseId: 1, chatId: 'chat', threadId: 'thread' }
  assert.deepEqual(first, { ...of, agentId: 'ada', reason: 'event', event, eventCount: 1 })
  assert.deepEqual(others, [{ ...of, agentId: 'bob', reason: 'event', event, eventCount: 1 }])
})

test('an author who is not a member is noted as an agent', () => {
  const { hear } = given()
  assert.deepEqual(hear(written('eve'), 'eve')[0]?.event?.author, { kind: 'agent', id: 'eve' })
})

test('agents who are connected to this node are not noted', () => {
  const { targets, hear } = given()
  const desk = agentTarget('desk', { id: 'ada' })
  targets.add(desk)
  assert.deepEqual(
    hear(written()).map(({ agentId }) => agentId),
    ['bob'],
  )
  targets.add(agentTarget('phone', { id: 'bob' }))
  assert.deepEqual(hear(written()), [])
  targets.remove(desk)
  assert.equal(hear(written()).length, 1)
})

test('facts without notifications are not noted', () => {
  assert.deepEqual(given().hear(closed), [])
})

test('a fact that cannot be shown is logged and does not throw', () => {
  const { failed, hear } = given()
  const broken: Fact = Object.defineProperty({ ...written() }, 'event', {
    get: () => {
      throw new Error('broken')
    },
  })
  assert.deepEqual(hear(broken), [])
  assert.deepEqual(failed, ['Agents cannot be notified of a fact'])
})

test('without a push service, the first missed notification is logged once', () => {
  const logged: string[] = []
  const missed = new IgnoredMissedFacts(scripted<Logger>({ debug: (message) => void logged.push(message) }))
  missed.add({ place: null, facts: [closed] })
  assert.deepEqual(logged, [])
  for (let n = 0; n < 3; n += 1) missed.add({ place: null, facts: [closed, written()] })
  assert.deepEqual(logged, [
    'The option pushService is not set: agents without a connection are not notified',
  ])
})
