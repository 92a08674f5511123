import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { facts } from '../../test/arbitraries.js'
import { chatEvent, chatHead } from '../../test/domain-values.js'
import { type ChatFactOf, factChat, isChatFact } from './fact.js'
import { countEvents, decodeFacts, encodeFacts } from './stored-facts.js'

const chat = factChat(chatHead())
const event = { name: 'incoming_event', chat, threadId: 'thread', event: chatEvent() } as const

test('stored facts are decoded as they were encoded', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(...Object.values(facts))), (told) => {
      const stored = decodeFacts(encodeFacts(told))
      const whole = told
        .filter(isChatFact)
        .filter((fact) => fact.name !== 'incoming_chat_thread' || fact.onlyTo === null)
      assert.deepEqual(stored?.facts, JSON.parse(JSON.stringify(whole)))
    }),
    { numRuns: 200 },
  )
})

test('a thread that was shown to one agent is stored as the id of that agent only', () => {
  const thread = {
    ...{ id: 'thread', order: 1, isActive: true, createdAt: 1, properties: {}, userIds: [] },
    events: [chatEvent()],
  }
  const head = chatHead()
  const shown = { head, lastActivityAt: 1, lastSharedActivityAt: 1, users: [] }
  const begun = (onlyTo: string | null): ChatFactOf => ({
    ...{ name: 'incoming_chat_thread', chat, shown, thread, onlyTo },
  })
  const stored = decodeFacts(
    encodeFacts([begun('ada@example.com'), begun(null), event, begun('bob@example.com')]),
  )
  assert.deepEqual(stored?.newReaderIds, ['ada@example.com', 'bob@example.com'])
  assert.deepEqual(
    stored.facts.map(({ name }) => name),
    ['incoming_chat_thread', 'incoming_event'],
  )
  assert.equal(countEvents(stored.facts), 2)
})

test('facts stored by another release are not decoded', () => {
  const text = encodeFacts([event])
  assert.notEqual(decodeFacts(text), undefined)
  for (const other of [text.replace('"version":1', '"version":2'), '{}', '[]', 'null', '7']) {
    assert.equal(decodeFacts(other), undefined, other)
  }
})
