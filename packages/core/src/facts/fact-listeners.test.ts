import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { facts } from '../../test/arbitraries.js'
import { chatEvent, chatHead, fileUrls, now } from '../../test/domain-values.js'
import { gate } from '../../test/gate.js'
import { scripted } from '../../test/scripted.js'
import { nextTurn } from '../clock/next-turn.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { builtInProperties } from '../domain/properties.js'
import type { FailureLog } from '../logging/failure-log.js'
import { type Fact, factChat } from './fact.js'
import type { FactBatch } from './fact-batch.js'
import { FactListeners } from './fact-listeners.js'

function given() {
  const failures: unknown[] = []
  const clock = new VirtualClock(now)
  const listeners = new FactListeners({
    clock,
    steady: clock,
    failures: scripted<FailureLog>({ write: (_, __, fields) => void failures.push(fields.event) }),
    catalogOf: () => builtInProperties,
    files: fileUrls,
  })
  const until = async (isDone: () => boolean) => {
    for (let turns = 0; !isDone() && turns < 1_000; turns += 1) await nextTurn()
    assert.ok(isDone())
  }
  return { listeners, failures, until }
}

const chat = factChat(chatHead())
const written: FactBatch = {
  place: { chatId: 'chat', sequence: 4, previousAt: 0 },
  facts: [{ name: 'incoming_event', chat, threadId: 'thread', event: chatEvent() }],
}
const loggedOut: FactBatch = {
  place: null,
  facts: [{ name: 'agent_logged_out', licenseId: 1, agentId: 'ada@example.com' }],
}

test('a listener receives the facts of its name, as the newest Agent API shows them', async () => {
  const { listeners, until } = given()
  const heard: unknown[] = []
  listeners.on('incoming_event', (event) => heard.push(event))
  listeners.onCommit(loggedOut)
  listeners.onCommit(written)
  await until(() => heard.length === 1)
  assert.deepEqual(heard, [
    {
      name: 'incoming_event',
      licenseId: 1,
      chatId: 'chat',
      sequence: 4,
      payload: {
        chat_id: 'chat',
        event: {
          id: 'event',
          order: 1,
          timestamp: 1_700_000_000,
          recipients: 'all',
          author_id: 'customer',
          type: 'message',
          text: 'Hello',
        },
      },
    },
  ])
})

test('a listener receives the ids of facts that are not pushed', async () => {
  const { listeners, until } = given()
  const heard: unknown[] = []
  listeners.on('agent_logged_out', (event) => heard.push(event))
  listeners.onCommit(loggedOut)
  await until(() => heard.length === 1)
  const payload = { agent_id: 'ada@example.com' }
  assert.deepEqual(heard, [{ name: 'agent_logged_out', licenseId: 1, chatId: null, sequence: null, payload }])
})

/** Passed through JSON, like facts from another node. */
const samples = Object.values(facts).map(
  (all): Fact => JSON.parse(JSON.stringify(fc.sample<Fact>(all, { numRuns: 1, seed: 1 })[0])),
)

for (const fact of samples) {
  const { name } = fact
  test(`every ${name} can be listened to, as plain data`, async () => {
    const { listeners, failures, until } = given()
    const heard: unknown[] = []
    listeners.on(name, (event) => heard.push(event))
    listeners.onCommit({ place: null, facts: [fact] })
    await until(() => heard.length === 1)
    assert.deepEqual(JSON.parse(JSON.stringify(heard)), heard)
    assert.deepEqual(failures, [])
  })
}

test('a removed listener receives nothing more, the others do', async () => {
  const { listeners, until } = given()
  const heard: string[] = []
  const end = listeners.on('incoming_event', () => heard.push('one'))
  listeners.on('incoming_event', () => heard.push('two'))
  end()
  end()
  listeners.onCommit(written)
  await until(() => heard.length > 0)
  assert.deepEqual(heard, ['two'])
})

test('a failing listener is logged and continues; a slow one is notified of what it missed', async () => {
  const { listeners, failures, until } = given()
  const hold = gate()
  const lagged: unknown[] = []
  let heardCount = 0
  listeners.on('lagged', (event) => lagged.push(event))
  listeners.on('incoming_event', () => {
    throw new Error('mine')
  })
  listeners.on('incoming_event', () => {
    heardCount += 1
    return hold.promise
  })
  listeners.onCommit(written)
  await until(() => heardCount === 1)
  for (let count = 0; count < 1_010; count += 1) listeners.onCommit(written)
  hold.open()
  await until(() => heardCount === 1_001)
  await until(() => lagged.length > 0)
  assert.equal(failures[0], 'incoming_event')
  assert.ok(lagged.some((event) => JSON.stringify(event) === '{"name":"incoming_event","droppedCount":10}'))
})

test('on throws for an unknown name and for a listener that is not a function', () => {
  const { listeners } = given()
  // @ts-expect-error a caller without types
  assert.throws(() => listeners.on('incoming_evnt', () => {}), /there is no event "incoming_evnt"/)
  // @ts-expect-error a caller without types
  assert.throws(() => listeners.on('toString', () => {}), TypeError)
  // @ts-expect-error a caller without types
  assert.throws(() => listeners.on('lagged', undefined), /must be a function/)
})

test('a lagged listener that hangs is not notified of its own lag', async () => {
  const { listeners } = given()
  let count = 0
  listeners.on('lagged', () => {
    count += 1
    return gate().promise
  })
  listeners.on('incoming_event', () => gate().promise)
  for (let lag = 0; lag < 1_100; lag += 1) {
    for (let fact = 0; fact < (lag === 0 ? 1_010 : 1); fact += 1) listeners.onCommit(written)
    await nextTurn()
  }
  assert.equal(count, 1)
})

test('no listener is called after close', async () => {
  const { listeners } = given()
  const heard: unknown[] = []
  listeners.on('incoming_event', (event) => heard.push(event))
  listeners.onCommit(written)
  listeners.close()
  listeners.on('incoming_event', (event) => heard.push(event))
  listeners.onCommit(written)
  for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  assert.deepEqual(heard, [])
})
