import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { chatSummaries } from '../../test/arbitraries.js'
import { agentViewer, chatEvent, chatHead, customerViewer, now } from '../../test/domain-values.js'
import {
  agentChatSummary,
  agentChatSummaryV03,
  customerChatSummary,
  customerChatSummaryV03,
} from '../contract/objects/chat.js'
import { type ApiVersion, versions } from '../contract/versions.js'
import { explain } from '../domain/explain.js'
import type { ChatSummary, LastEvent } from '../model/chat.js'
import {
  agentChatSummaryV03View,
  agentChatSummaryView,
  customerChatSummaryV03View,
  customerChatSummaryView,
} from './chat-summary.js'

/** Returns the summary as it is sent. */
const toCustomer = (summary: ChatSummary, version?: ApiVersion<'customer'>): unknown => {
  const view = version === 'v0.3' ? customerChatSummaryV03View : customerChatSummaryView
  return JSON.parse(JSON.stringify(view(summary, customerViewer(version))))
}
const toAgent = (summary: ChatSummary, version?: ApiVersion<'agent'>): unknown => {
  const view = version === 'v0.3' ? agentChatSummaryV03View : agentChatSummaryView
  return JSON.parse(JSON.stringify(view(summary, agentViewer(version))))
}

for (const version of versions.customer) {
  const schema = version === 'v0.3' ? customerChatSummaryV03 : customerChatSummary
  test(`a summary for customer ${version} matches the contract`, () => {
    const compiled = Compile(schema)
    fc.assert(
      fc.property(chatSummaries, (summary) => {
        const shown = toCustomer(summary, version)
        if (!compiled.Check(shown)) assert.fail(explain(schema, shown, 'summary'))
        assert.doesNotMatch(JSON.stringify(shown), /never shown|routing_status/)
      }),
    )
  })
}

for (const version of versions.agent) {
  const schema = version === 'v0.3' ? agentChatSummaryV03 : agentChatSummary
  test(`a summary for agent ${version} matches the contract`, () => {
    const compiled = Compile(schema)
    fc.assert(
      fc.property(chatSummaries, (summary) => {
        const shown = toAgent(summary, version)
        if (!compiled.Check(shown)) assert.fail(explain(schema, shown, 'summary'))
        assert.doesNotMatch(JSON.stringify(shown), /never shown/)
      }),
    )
  })
}

const last = (
  id: string,
  threadOrder: number,
  order: number,
  part: Partial<LastEvent['event']> = {},
): LastEvent => {
  return { threadId: `thread ${threadOrder}`, threadOrder, event: chatEvent({ id, order, ...part }) }
}

function summaryOf(...lastEvents: readonly LastEvent[]): ChatSummary {
  const thread = { isActive: true, createdAt: now, properties: {}, userIds: [] }
  const lastThread = { id: 'thread 2', order: 2, ...thread }
  return {
    head: chatHead(),
    lastActivityAt: now + 1,
    lastSharedActivityAt: now,
    users: [],
    lastThread,
    lastEvents,
    sequence: 7,
  }
}

test('shows the newest event of each type, compared by thread and then by event', () => {
  const events = [last('old', 1, 9), last('newest', 2, 3), last('newer', 2, 2)]
  for (const lastEvents of [events, events.toReversed()]) {
    const shown = toCustomer(summaryOf(...lastEvents))
    assert.deepEqual(Object.keys(Object(shown).last_event_per_type), ['message'])
    assert.match(JSON.stringify(shown), /"thread_id":"thread 2","thread_order":2,"event":\{"id":"newest"/)
  }
})

test('customers see an older event to all when the newest one is for agents only', () => {
  const summary = summaryOf(last('note', 2, 5, { recipients: 'agents' }), last('public', 2, 4))
  assert.match(JSON.stringify(toCustomer(summary)), /"id":"public"/)
  assert.doesNotMatch(JSON.stringify(toCustomer(summary)), /"id":"note"/)
  assert.match(JSON.stringify(toAgent(summary)), /"id":"note"/)
})

test('customer v0.3 sees events of the last thread only', () => {
  const summary = summaryOf(last('earlier', 1, 1))
  const shown = toCustomer(summary, 'v0.3')
  assert.deepEqual(Object(shown).last_event_per_type, { thread_id: 'thread 2', events: {} })
})

test('the sort key for customers is the newest activity that they can see, in milliseconds', () => {
  assert.equal(Object(toCustomer(summaryOf())).order, now)
})

test('shows the sequence to connections that asked for it, in versions that have it', () => {
  const views = [
    customerChatSummaryView(summaryOf(), { ...customerViewer(), showsSequence: true }),
    agentChatSummaryView(summaryOf(), { ...agentViewer(), showsSequence: true }),
  ]
  for (const view of views) assert.equal(Object(view).sequence, 7)
  for (const shown of [toCustomer(summaryOf()), toAgent(summaryOf())])
    assert.equal('sequence' in Object(shown), false)
})
