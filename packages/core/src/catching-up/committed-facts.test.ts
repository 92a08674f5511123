import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatEvent, chatHead } from '../../test/domain-values.js'
import { factChat } from '../facts/fact.js'
import { encodeFacts } from '../facts/stored-facts.js'
import { appendedCommits, completeRange, eventsToLookAt } from './committed-facts.js'
import { storedCommits } from './stored-commits.js'

const head = chatHead()
const eventFact = {
  name: 'incoming_event',
  chat: factChat(head),
  threadId: 'thread',
  event: chatEvent(),
} as const

const appended = (...sequences: readonly number[]) =>
  appendedCommits(
    head,
    sequences.map((sequence, index) => {
      return { sequence, threadId: 'thread', event: chatEvent({ id: `event-${index}`, order: index + 1 }) }
    }),
  )
const stored = (...sequences: readonly number[]) =>
  storedCommits(
    sequences.map((sequence) => ({ sequence, at: 1, facts: encodeFacts([eventFact]) })),
    new Map(),
  )

const sequences = (commits: ReturnType<typeof completeRange>) => commits?.map(({ sequence }) => sequence)

test('completeRange returns both kinds of commits in the order of their sequences', () => {
  const whole = completeRange({ after: 3, until: 8 }, [...stored(5, 8), ...appended(4, 6, 7)])
  assert.deepEqual(sequences(whole), [4, 5, 6, 7, 8])
  assert.deepEqual(completeRange({ after: 8, until: 8 }, []), [])
})

test('completeRange returns undefined when a commit is missing or occurs twice', () => {
  for (const missing of [4, 6, 8]) {
    const others = [4, 5, 6, 7, 8].filter((sequence) => sequence !== missing)
    assert.equal(completeRange({ after: 3, until: 8 }, appended(...others)), undefined)
  }
  assert.equal(completeRange({ after: 3, until: 6 }, [...stored(4, 5), ...appended(5)]), undefined)
})

test('completeRange treats a commit of unknown format as missing', () => {
  const unknown = [{ sequence: 4, at: 1, facts: '{"version":9}' }]
  assert.deepEqual(storedCommits(unknown, new Map()), [])
})

test('appendedCommits joins the events of one append into one commit, in order', () => {
  const commits = appended(4, 4, 5)
  assert.deepEqual(
    commits.map(({ facts }) => facts.map((fact) => (fact.name === 'incoming_event' ? fact.event.id : ''))),
    [['event-0', 'event-1'], ['event-2']],
  )
})

test('eventsToLookAt covers all appended events', () => {
  assert.ok(eventsToLookAt(stored(4, 6), 3) >= 5)
  assert.ok(eventsToLookAt([], 3) >= 3)
})
