import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatHead, configuration, configuredRule, fileUrls } from '../../test/domain-values.js'
import { scripted } from '../../test/scripted.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { toConfiguredWebhooks } from '../configuration/configured-webhooks.js'
import { type Fact, factChat } from '../facts/fact.js'
import type { ConfiguredRule } from '../model/configuration.js'
import type { NewDelivery } from '../model/delivery.js'
import type { PropertyFilter } from '../model/property-filter.js'
import type { StorageTransaction } from '../ports/storage.js'
import type { ChatWrites } from '../ports/stores/chat-writes.js'
import type { OutboxWrites } from '../ports/stores/outbox.js'
import type { Origin } from './origin.js'
import { noDeliveries, Outbox } from './outbox.js'

const at = 1
const steadyAt = 7

function given(...rules: readonly ConfiguredRule[]) {
  const configured = configuration({ webhooks: toConfiguredWebhooks(rules) })
  const read: number[] = []
  const heads: string[] = []
  const stored: NewDelivery[] = []
  const clock = new VirtualClock(steadyAt)
  const outbox = new Outbox({
    ...{ newId: () => 'delivery', files: fileUrls, clock, steady: clock },
    configurationIn: async (_, licenseId) => {
      read.push(licenseId)
      return configured
    },
  })
  const tx = scripted<StorageTransaction>({
    chats: scripted<ChatWrites>({
      getHead: async (id) => {
        heads.push(id)
        return chatHead({ id })
      },
    }),
    outbox: scripted<OutboxWrites>({
      add: async (deliveries) => {
        stored.push(...deliveries)
      },
    }),
  })
  const add = (facts: readonly Fact[], known?: Origin['configuration']) =>
    outbox.add(tx, scripted<Origin>({ configuration: known }), at, { facts }, [])
  return { configured, read, heads, stored, add }
}

function deleted(licenseId: number, agentId: string): Fact {
  return { name: 'agent_deleted', licenseId, agentId }
}

function closed(id: string): Fact {
  const chat = factChat(chatHead({ id }))
  return { name: 'thread_closed', chat, threadId: 'thread', properties: {}, userId: null }
}

test('reads the configuration of a license once per commit', async () => {
  const { read, add } = given()
  await add([deleted(1, 'ada'), deleted(2, 'bob'), deleted(1, 'cy'), deleted(1, 'dan')])
  assert.deepEqual(read, [1, 2])
})

test('reads nothing for a license that is known to have no webhooks', async () => {
  const { read, add } = given(configuredRule({ action: 'agent_deleted' }))
  assert.deepEqual(await add([deleted(1, 'ada')], configuration()), noDeliveries)
  assert.deepEqual(read, [])
})

test('reads nothing for facts without a webhook', async () => {
  const { read, add } = given()
  await add([{ name: 'agents_disconnected', licenseId: 1, agentIds: ['ada'], onlineUntil: 1 }])
  assert.deepEqual(read, [])
})

test('reads a chat once, and only when the license has a webhook for the action', async () => {
  const { configured, heads, stored, add } = given(configuredRule())
  const seen: Fact = {
    name: 'last_seen_timestamp_updated',
    chat: factChat(chatHead({ id: 'c' })),
    userId: 'u',
    at,
  }
  await add([seen, closed('a'), closed('a'), closed('b')], configured)
  assert.deepEqual(heads, ['a', 'b'])
  assert.deepEqual(
    stored.map(({ chatId }) => chatId),
    ['a', 'a', 'b'],
  )
})

test('a delivery is created at the time of the commit, and due immediately on the steady clock', async () => {
  const { stored, add } = given(configuredRule({ action: 'agent_deleted' }))
  const sent = await add([deleted(1, 'ada')])
  const payload = '{"action":"agent_deleted","data":{"agent_id":"ada"}}'
  assert.deepEqual(stored, [
    {
      ...{ id: 'delivery', webhookId: 'webhook', licenseId: 1, chatId: null, payload },
      ...{ eventIndex: null, createdAt: at, dueAt: steadyAt },
    },
  ])
  assert.deepEqual(sent.deliveries, stored)
})

test('charges for every delivery, and for every rule that was evaluated', async () => {
  const rules = ['a', 'b', 'c'].map((webhookId) => configuredRule({ webhookId, action: 'agent_deleted' }))
  const other: PropertyFilter = {
    namespace: 'test',
    name: 'string_property',
    type: 'values',
    values: ['x'],
    matchedBy: 'value',
  }
  const filters = {
    ...{ chatProperties: [other], threadProperties: [], eventProperties: [] },
    ...{ members: null, authorType: null },
  } as const
  const { add } = given(...rules, configuredRule({ webhookId: 'd', action: 'agent_deleted', filters }))
  const { deliveries, bytes } = await add([deleted(1, 'ada')])
  assert.equal(deliveries.length, 3)
  const told = deliveries.reduce((sum, { payload }) => sum + payload.length, 0)
  assert.ok(bytes >= told + 4 * 1_024, `${bytes} bytes`)
})
