import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { facts } from '../../test/arbitraries.js'
import {
  agentViewer,
  chatEvent,
  chatHead,
  configuration,
  configuredRule,
  fileUrls,
  now,
} from '../../test/domain-values.js'
import { toConfiguredWebhooks } from '../configuration/configured-webhooks.js'
import { type WebhookAction, webhookActions } from '../contract/webhook-actions.js'
import { runSteps } from '../domain/steps.js'
import { getConsequences } from '../facts/consequences.js'
import { type Fact, factChat, isChatFact } from '../facts/fact.js'
import type { ChatHead } from '../model/chat.js'
import type { ConfiguredRule } from '../model/configuration.js'
import type { ChatEvent } from '../model/event.js'
import { agentEventView } from '../views/event.js'
import { matchDeliveries } from './deliveries.js'

const head = chatHead()
const chat = factChat(head)
const closed: Fact = { name: 'thread_closed', chat, threadId: 'thread', properties: {}, userId: null }
const closedData = { chat_id: 'chat', thread_id: 'thread' }
const views = { files: fileUrls, now, steadyNow: now }

function sent(rules: readonly ConfiguredRule[], fact: Fact, of: ChatHead | null = head) {
  const configured = configuration({ webhooks: toConfiguredWebhooks(rules) })
  return runSteps(matchDeliveries(configured, fact, of, views)).deliveries.map(({ payload, ...others }) => {
    return { ...others, payload: JSON.parse(payload) as unknown }
  })
}

function written(event: ChatEvent): Fact {
  return { name: 'incoming_event', chat, threadId: 'thread', event }
}

function oneOfEach(): readonly Fact[] {
  return Object.values(facts).flatMap((one) => fc.sample<Fact>(one, 1))
}

function isWebhookAction(name: string): name is WebhookAction {
  return name in webhookActions
}

test('a license without webhooks has no deliveries', () => {
  for (const fact of oneOfEach()) assert.deepEqual(sent([], fact, isChatFact(fact) ? head : null), [])
})

test('a fact is delivered to each webhook of its action whose filters match', () => {
  const filters = {
    ...{ chatProperties: [], threadProperties: [], eventProperties: [], authorType: null },
    members: { type: 'agents', agentIds: ['nobody'] },
  } as const
  const rules = [
    configuredRule({ webhookId: 'a' }),
    configuredRule({ webhookId: 'b', action: 'incoming_event' }),
    configuredRule({ webhookId: 'c', filters }),
    configuredRule({ webhookId: 'd', botId: 'd' }),
    configuredRule({ webhookId: 'e' }),
  ]
  const common = { licenseId: 1, chatId: 'chat', payload: { action: 'thread_closed', data: closedData } }
  assert.deepEqual(sent(rules, closed), [
    { webhookId: 'a', ...common },
    { webhookId: 'd', ...common },
    { webhookId: 'e', ...common },
  ])
})

test('a bot gets one delivery when several of its rules match, with the data that any of them asks for', () => {
  const bot = { webhookId: 'bot', botId: 'bot' }
  const withData = { additionalData: ['chat_properties'] } as const
  const rules = [
    configuredRule(bot),
    configuredRule({ ...bot, ...withData }),
    configuredRule(bot),
    configuredRule({ webhookId: 'other', botId: null }),
  ]
  const told = sent(rules, closed).map(({ webhookId, payload }) => ({
    webhookId,
    payload,
  }))
  const payload = { action: 'thread_closed', data: closedData }
  assert.deepEqual(told, [
    { webhookId: 'bot', payload: { ...payload, additional_data: { chat_properties: {} } } },
    { webhookId: 'other', payload },
  ])
})

test('a fact about no chat is delivered without a chat id', () => {
  const deleted: Fact = { name: 'agent_deleted', licenseId: 3, agentId: 'ada@example.com' }
  const payload = { action: 'agent_deleted', data: { agent_id: 'ada@example.com' } }
  assert.deepEqual(sent([configuredRule({ action: 'agent_deleted' })], deleted, null), [
    { webhookId: 'webhook', licenseId: 3, chatId: null, payload },
  ])
})

test('an event is delivered with its thread, and without the order that the commit allocates', () => {
  const event = chatEvent({ recipients: 'agents' })
  const [delivery] = sent([configuredRule({ action: 'incoming_event' })], written(event))
  const { order: _, ...shown } = agentEventView(event, agentViewer())
  const data = { chat_id: 'chat', thread_id: 'thread', event: shown }
  assert.deepEqual(delivery?.payload, { action: 'incoming_event', data })
  assert.equal(event.order, 1)
})

test('rich messages are delivered to v0.4 and v0.5, and not to v0.3', () => {
  const event = chatEvent({ content: { type: 'rich_message', template_id: 'quick_replies' } })
  const rules = (['v0.3', 'v0.4', 'v0.5'] as const).map((version) =>
    configuredRule({ webhookId: version, version, action: 'incoming_event' }),
  )
  assert.deepEqual(
    sent(rules, written(event)).map(({ webhookId }) => webhookId),
    ['v0.4', 'v0.5'],
  )
})

test('chat properties are added when requested, limited to those that agents can read', () => {
  const properties = { test: { string_property: 'x' }, secret: { of: 'nobody' } }
  const rules = [
    configuredRule({ webhookId: 'without' }),
    configuredRule({ webhookId: 'with', additionalData: ['chat_properties'] }),
  ]
  const payloads = (of: ChatHead) => sent(rules, closed, of).map(({ payload }) => payload)
  const plain = { action: 'thread_closed', data: closedData }
  const chat_properties = { test: { string_property: { value: 'x' } } }
  assert.deepEqual(payloads(chatHead({ properties })), [
    plain,
    { ...plain, additional_data: { chat_properties } },
  ])
  assert.deepEqual(payloads(head), [plain, { ...plain, additional_data: { chat_properties: {} } }])
})

test('a change of properties that agents cannot read is not delivered', () => {
  const properties = { secret: { of: 'nobody' } }
  const changed: Fact = { name: 'chat_properties_updated', chat, properties }
  assert.deepEqual(sent([configuredRule({ action: 'chat_properties_updated' })], changed), [])
})

test('each payload is rendered once for all webhooks that need it', () => {
  let rendered = 0
  const file = { type: 'file', name: 'a', path: 'a', content_type: 'text/plain', size: 1 } as const
  const rules = (['v0.3', 'v0.4', 'v0.5', 'v0.4', 'v0.3'] as const).map((version, index) =>
    configuredRule({ webhookId: `${index}`, version, action: 'incoming_event' }),
  )
  const urlOf = (path: string) => {
    rendered += 1
    return `/signed/${path}`
  }
  const configured = configuration({ webhooks: toConfiguredWebhooks(rules) })
  const fact = written(chatEvent({ content: file }))
  const { deliveries } = runSteps(
    matchDeliveries(configured, fact, head, { ...views, files: { getUrl: urlOf } }),
  )
  assert.equal(deliveries.length, 5)
  assert.equal(rendered, 2)
  for (const { payload } of deliveries) assert.match(payload, /"url":"\/signed\/a"/)
})

test('a routing status is delivered only when it has changed', () => {
  const rules = [configuredRule({ action: 'agent_status_changed' })]
  const agent = { licenseId: 1, agentId: 'a' }
  const [accepting, away] = ['accepting_chats', 'not_accepting_chats'] as const
  const statusOf = (fact: Fact) => sent(rules, fact, null).map(({ payload }) => payload)
  const told = (status: string) => [{ action: 'agent_status_changed', data: { agent_id: 'a', status } }]
  const updated = (routingStatus: typeof accepting | typeof away, formerStatus: typeof routingStatus) => {
    return statusOf({ name: 'agent_updated', ...agent, routingStatus, formerStatus })
  }
  const loggedIn = (formerStatus: typeof accepting | typeof away | null) =>
    statusOf({ name: 'agent_logged_in', ...agent, routingStatus: accepting, formerStatus })
  assert.deepEqual(updated(accepting, away), told('accepting chats'))
  assert.deepEqual(updated(away, accepting), told('not accepting chats'))
  assert.deepEqual([updated(away, away), loggedIn(accepting)], [[], []])
  assert.deepEqual([loggedIn(null), loggedIn(away)], [told('accepting chats'), told('accepting chats')])
  assert.deepEqual(statusOf({ name: 'agent_went_offline', ...agent }), told('offline'))
})

test('facts without a webhook are not delivered, and each action belongs to its fact', () => {
  const actions = Object.keys(webhookActions).filter(isWebhookAction)
  const rules = actions.map((action) => configuredRule({ webhookId: action, action }))
  const told = new Set(oneOfEach().map(({ name }) => getConsequences(name).webhook?.action))
  assert.deepEqual([...told].filter((action) => action !== undefined).sort(), actions.sort())
  const silent = oneOfEach().filter(({ name }) => getConsequences(name).webhook === null)
  assert.ok(silent.length > 0)
  for (const fact of silent) assert.deepEqual(sent(rules, fact, isChatFact(fact) ? head : null), [])
})
