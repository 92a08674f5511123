import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { facts } from '../../test/arbitraries.js'
import { chatEvent, chatHead, configuration } from '../../test/domain-values.js'
import type { ConfiguredWebhook } from '../configuration/configuration.js'
import { consequencesOf } from '../facts/consequences.js'
import { type Fact, factChat, isChatFact } from '../facts/fact.js'
import { deliveriesOf } from './deliveries.js'

const head = chatHead()
const closed: Fact = { name: 'thread_closed', chat: factChat(head), threadId: 'thread', userId: null }
const said: Fact = { name: 'incoming_event', chat: factChat(head), threadId: 'thread', event: chatEvent() }

function webhook(id: string, values: Partial<ConfiguredWebhook> = {}): ConfiguredWebhook {
  return { id, action: 'thread_closed', accepts: () => true, ...values }
}

function oneOfEach(): readonly Fact[] {
  return Object.values(facts).flatMap((one) => fc.sample<Fact>(one, 1))
}

test('a license without webhooks has nothing delivered', () => {
  for (const fact of oneOfEach()) {
    assert.deepEqual(deliveriesOf(configuration(), fact, isChatFact(fact) ? head : null), [])
  }
})

test('a fact is for each webhook of its action whose filters let it pass', () => {
  const webhooks = [
    webhook('a'),
    webhook('b', { action: 'incoming_event' }),
    webhook('c', { accepts: () => false }),
    webhook('d', { accepts: (fact, of) => fact === closed && of === head }),
  ]
  const delivered = deliveriesOf({ webhooks }, closed, head)
  const common = { licenseId: 1, chatId: 'chat', payload: JSON.stringify(closed) }
  assert.deepEqual(delivered, [
    { webhookId: 'a', ...common },
    { webhookId: 'd', ...common },
  ])
})

test('a fact about no chat is delivered without one', () => {
  const deleted: Fact = { name: 'agent_deleted', licenseId: 3, agentId: 'ada@example.com' }
  const webhooks = [webhook('a', { action: 'agent_deleted', accepts: (_, of) => of === null })]
  assert.deepEqual(deliveriesOf({ webhooks }, deleted, null), [
    { webhookId: 'a', licenseId: 3, chatId: null, payload: JSON.stringify(deleted) },
  ])
})

test('the order that the commit allocates is not in the payload', () => {
  const webhooks = [webhook('a', { action: 'incoming_event' })]
  const [delivery] = deliveriesOf({ webhooks }, said, head)
  const { order: _, ...event } = chatEvent()
  assert.deepEqual(JSON.parse(delivery?.payload ?? ''), JSON.parse(JSON.stringify({ ...said, event })))
  assert.equal(said.event.order, 1)
})

test('a fact without a webhook is for none', () => {
  const silent = oneOfEach().filter(({ name }) => consequencesOf(name).webhook === null)
  assert.ok(silent.length > 0)
  for (const fact of silent) assert.deepEqual(deliveriesOf({ webhooks: [webhook('a')] }, fact, null), [])
})
