import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatEvent, chatHead } from '../../test/domain-values.js'
import { agentTarget } from '../../test/push-targets.js'
import { scripted } from '../../test/scripted.js'
import type { Changes } from '../changes/changes.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { type Fact, factChat } from '../facts/fact.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Logger } from '../ports/logger.js'
import type { PushService } from '../ports/push-service.js'
import type { StorageReads } from '../ports/storage.js'
import { PushTargets } from '../push/push-targets.js'
import { resolveSettings } from '../settings.js'
import { MissingPushService } from './missing-push-service.js'
import { Notifier } from './notifier.js'
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
  const onDropped = () => assert.fail()
  const clock = new VirtualClock(0)
  const waiting = new WaitingNotices({ clock, intervalMs: 0, maxCount: 100, onDropped })
  const notifier = new Notifier({
    ...{ waiting, targets, failures, clock, settings: resolveSettings({}) },
    pushService: scripted<PushService>({}),
    read: scripted<StorageReads>({}),
    changes: scripted<Changes>({}),
  })
  const note = (fact: Fact, authorId: string | null = 'casey') => {
    notifier.onCommit({ place: null, facts: [fact] }, authorId)
    return waiting.take(100, () => true)
  }
  return { targets, failed, note }
}

test('agents of the chat are noted with the event that they missed', () => {
  const { note } = given()
  const event = { author: { kind: 'customer', id: 'casey' }, type: 'message', body: 'Hello' }
  const [first, ...others] = note(written())
  const of = { licenseId: 1, chatId: 'chat', threadId: 'thread' }
  assert.deepEqual(first, { ...of, agentId: 'ada', reason: 'event', event, eventCount: 1 })
  assert.deepEqual(others, [{ ...of, agentId: 'bob', reason: 'event', event, eventCount: 1 }])
})

test('an author who is not a member is noted as an agent', () => {
  const { note } = given()
  assert.deepEqual(note(written('eve'), 'eve')[0]?.event?.author, { kind: 'agent', id: 'eve' })
})

test('agents who are connected to this node are not noted', () => {
  const { targets, note } = given()
  const desk = agentTarget('desk', { id: 'ada' })
  targets.add(desk)
  assert.deepEqual(
    note(written()).map(({ agentId }) => agentId),
    ['bob'],
  )
  targets.add(agentTarget('phone', { id: 'bob' }))
  assert.deepEqual(note(written()), [])
  targets.remove(desk)
  assert.equal(note(written()).length, 1)
})

test('facts without notifications are not noted', () => {
  assert.deepEqual(given().note(closed), [])
})

test('a fact that cannot be shown is logged and does not throw', () => {
  const { failed, note } = given()
  const broken: Fact = Object.defineProperty({ ...written() }, 'event', {
    get: () => {
      throw new Error('broken')
    },
  })
  assert.deepEqual(note(broken), [])
  assert.deepEqual(failed, ['Agents cannot be notified of a fact'])
})

test('without a push service, the first missed notification is logged once', () => {
  const logged: string[] = []
  const logger = scripted<Logger>({ debug: (message) => void logged.push(message) })
  const missing = new MissingPushService({ logger })
  missing.onCommit({ place: null, facts: [closed] })
  assert.deepEqual(logged, [])
  for (let n = 0; n < 3; n += 1) missing.onCommit({ place: null, facts: [closed, written()] })
  assert.deepEqual(logged, [
    'The option pushService is not set: agents without a connection are not notified',
  ])
})
