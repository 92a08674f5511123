import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before } from 'node:test'
import type {
  ChatHead,
  Delivery,
  NewEvent,
  PropertyFilter,
  Storage,
  StorageTransaction,
  Webhook,
  WebhookFilters,
} from '@parley/core/storage'
import type { Append } from '../../packages/core/src/changes/append.js'
import { type Origin, systemOrigin } from '../../packages/core/src/changes/origin.js'
import { toAppendedEvent } from '../../packages/core/src/chats/append-event.js'
import {
  changeChatProperties,
  changeThreadProperties,
} from '../../packages/core/src/chats/change-properties.js'
import { changeScopes } from '../../packages/core/src/chats/change-scopes.js'
import type { ChangedChat, ChatChange } from '../../packages/core/src/chats/chat-change.js'
import { closeThread } from '../../packages/core/src/chats/close-thread.js'
import { requireStored, withOrder } from '../../packages/core/src/chats/stored.js'
import { VirtualClock } from '../../packages/core/src/clock/virtual-clock.js'
import { toConfiguration } from '../../packages/core/src/configuration/configuration.js'
import { closingEvents } from '../../packages/core/src/domain/event-bytes.js'
import { withTerms } from '../../packages/core/src/domain/property-terms.js'
import { changesOn } from '../../packages/core/test/changes.js'
import { configuration, newEvent } from '../../packages/core/test/domain-values.js'
import { scripted } from '../../packages/core/test/scripted.js'
import { test } from '../support/cells.js'
import { startChat } from '../support/conversations.js'
import { useEngine } from '../support/engine.js'
import { deliveryFrom, storeWebhook, takeDeliveries } from '../support/outbox.js'
import { forEachStorage } from '../support/storages.js'

const at = 1_767_225_601_000
const blue = { test: { string_property: 'blue' } }
const none: WebhookFilters = {
  ...{ chatProperties: [], threadProperties: [], eventProperties: [] },
  ...{ members: null, authorType: null },
}
const isBlue: readonly PropertyFilter[] = [
  { namespace: 'test', name: 'string_property', type: 'values', values: ['blue'], matchedBy: 'value' },
]

type Rule = Pick<Webhook, 'action'> & Partial<Webhook>
const rules = {
  sentByCustomer: { action: 'incoming_event', filters: { ...none, authorType: 'customer' } },
  any: { action: 'incoming_event' },
  ofChat: { action: 'incoming_event', filters: { ...none, chatProperties: isBlue } },
  closed: { action: 'thread_closed' },
  closedBlue: { action: 'thread_closed', filters: { ...none, threadProperties: isBlue } },
  scopes: { action: 'chat_scopes_updated' },
  chat: { action: 'chat_properties_updated', filters: { ...none, chatProperties: isBlue } },
  thread: { action: 'chat_thread_properties_updated' },
  never: {
    action: 'incoming_event',
    filters: { ...none, members: { type: 'agents', agentIds: ['nobody'] } },
  },
} as const satisfies Record<string, Rule>
type RuleName = keyof typeof rules

const limits = {
  ...{ propertiesBytes: 1_000, customContentBytes: 1_000, eventContentBytes: 1_000 },
  threadBounds: { eventCount: 100, eventBytes: 100_000 },
}

forEachStorage('what webhooks are sent', (kind) => {
  const suite = useEngine(kind)
  let storage: Storage

  before(async () => {
    storage = suite.engine.openStorage()
    await storage.open()
  })
  after(() => storage.close())

  async function registered(licenseId: number): Promise<ReadonlyMap<string, RuleName>> {
    const ids = new Map<string, RuleName>()
    for (const name of Object.keys(rules).filter(isRuleName))
      ids.set(await storeWebhook(storage, licenseId, rules[name]), name)
    return ids
  }

  /** Returns a chat with one event, and a way to change it. `wrap` runs inside each transaction. */
  async function setUp(wrap: (tx: StorageTransaction) => Promise<void> = async () => undefined) {
    const world = await suite.world()
    const { licenseId } = world
    const event = { type: 'message', text: 'Hello' }
    const customer = await world.customer()
    const { chatId } = await startChat(customer, { thread: { events: [event] } })
    const transaction: Storage['transaction'] = (work, cancellation) =>
      storage.transaction(async (tx) => {
        const result = await work(tx)
        await wrap(tx)
        return result
      }, cancellation)
    const appendEvents: Storage['appendEvents'] = (...call) => storage.appendEvents(...call)
    const names = await registered(licenseId)
    const configured = toConfiguration(requireStored(await storage.read.configuration.get(licenseId)), limits)
    const caller: Origin = { ...systemOrigin, configuration: configured }
    const port = scripted<Storage>({ read: storage.read, transaction, appendEvents })
    const { changes, facts, batches, heads, deliveries } = changesOn(port, new VirtualClock(at), {
      ...{ configured, newId: randomUUID },
    })
    const send = (origin: Origin, id = `${chatId}-sent`) =>
      changes.append(origin, chatId, appendOf(newEvent({ id, authorId: customer.id, createdAt: at })))
    const close = (origin: Origin) =>
      changes.commit(origin, at, [chatId], async (tx) => {
        const head = requireStored(await tx.chats.lock(chatId))
        const change = { tx, at, steadyAt: at, newId: () => `${chatId}-closed` }
        const ended = await closeThread(change, head, { text: 'Over', userId: null })
        return { response: undefined, ...ended }
      })
    const changeBy = (make: (change: ChatChange, head: ChatHead) => Promise<ChangedChat | string>) =>
      changes.commit(caller, at, [chatId], async (tx) => {
        const head = requireStored(await tx.chats.lock(chatId))
        const changed = await make({ tx, at, steadyAt: at, newId: randomUUID }, head)
        if (typeof changed === 'string') throw new TypeError(changed)
        return { response: undefined, ...changed }
      })
    /** Returns the due deliveries of the chat for each webhook, oldest first. */
    const due = async () => {
      const outboxDeliveries = await takeDeliveries(storage, [...names.keys()])
      return outboxDeliveries.map((delivery) => ({ ...delivery, name: names.get(delivery.webhookId) }))
    }
    const noted = () => deliveries.noteCount
    const made = { licenseId, chatId, customerId: customer.id, caller, facts, batches, heads, noted }
    return { ...made, send, close, changeBy, due }
  }

  for (const [how, isKnown] of [
    ['with the append', true],
    ['with a transaction, where the configuration has to be read in it', false],
  ] as const) {
    test(`a delivery is stored ${how} of an event, as it was pushed`, async () => {
      const { licenseId, chatId, customerId, facts, send, due, caller, noted } = await setUp()
      await send(isKnown ? caller : systemOrigin)
      const [first, ...others] = await due()
      assert.deepEqual(namesIn([first, ...others]), ['any', 'sentByCustomer'])
      assert.ok(first)
      const { createdAt, attemptCount, eventOrder, sequence } = first
      assert.deepEqual([first.licenseId, first.chatId, createdAt, attemptCount], [licenseId, chatId, at, 0])
      assert.deepEqual([eventOrder, sequence], [2, 2])
      const event = { id: `${chatId}-sent`, order: 2, author_id: customerId, timestamp: at / 1_000 }
      const data = { chat_id: chatId, event: { ...event, recipients: 'all', type: 'message', text: 'Hello' } }
      const [fact] = facts()
      const thread_id = fact?.name === 'incoming_event' ? fact.threadId : undefined
      assert.deepEqual(deliveryFrom(first), { action: 'incoming_event', data: { ...data, thread_id } })
      assert.equal(noted(), 1)
    })
  }

  for (const [who, isKnown] of [
    ['a caller', true],
    ['the engine itself', false],
  ] as const) {
    test(`a delivery is stored with each fact of a transaction of ${who}`, async () => {
      const { batches, close, due, caller, noted } = await setUp()
      await close(isKnown ? caller : systemOrigin)
      assert.deepEqual(placesOf(await due()), [
        ['any', 2, 2],
        ['closed', null, 2],
      ])
      assert.deepEqual([batches[0]?.place?.sequence, noted()], [2, 1])
    })
  }

  test('a delivery depends on the properties of the chat and its last thread at the commit', async () => {
    const { chatId, heads, send, close, due, caller } = await setUp()
    heads.put(requireStored(await storage.read.chats.getHead(chatId)))
    await storage.transaction(async (tx) => {
      const head = requireStored(await tx.chats.lock(chatId))
      await tx.chats.setProperties(chatId, withTerms(blue))
      await tx.chats.setThreadProperties(chatId, head.thread.id, withTerms(blue))
    })
    await send(caller)
    assert.deepEqual(namesIn(await due()), ['any', 'ofChat', 'sentByCustomer'])
    await close(caller)
    assert.deepEqual(namesIn(await due()), ['any', 'closed', 'closedBlue', 'ofChat'])
  })

  test('a delivery is stored with each change of scopes and properties, and not with an empty change', async () => {
    const { changeBy, due, noted } = await setUp()
    const scopes = { add: { groups: [7], agents: [] }, remove: { groups: [], agents: [] } }
    for (const _ of ['once', 'and again']) {
      await changeBy((change, head) => changeScopes(change, head, scopes, 100))
      await changeBy((change, head) => changeChatProperties(change, head, blue, 1_000))
      await changeBy((change, head) => {
        return changeThreadProperties(change, head, { threadId: head.thread.id, given: blue }, 1_000)
      })
    }
    assert.deepEqual(placesOf(await due()), [
      ['chat', null, 3],
      ['scopes', null, 2],
      ['thread', null, 4],
    ])
    assert.equal(noted(), 3)
  })

  test('no delivery is stored when the license has no webhooks', async () => {
    const { send, close, due, noted } = await setUp()
    const without: Origin = { ...systemOrigin, configuration: configuration() }
    await send(without)
    await close(without)
    assert.deepEqual([await due(), noted()], [[], 0])
  })

  test('no delivery is stored when the transaction is rolled back', async () => {
    const { facts, close, due, caller, noted } = await setUp(async () => {
      throw new Error('refused')
    })
    await assert.rejects(close(caller), /refused/)
    assert.deepEqual([await due(), facts(), noted()], [[], [], 0])
  })

  test('a delivery is stored once for an append that was retried on a newer head, and not for one that fails', async () => {
    const { chatId, heads, send, close, due, caller } = await setUp()
    const { head } = requireStored(await storage.read.chats.get(chatId))
    heads.put({ ...head, revision: head.revision + 7 })
    await send(caller)
    assert.deepEqual(placesOf(await due()), [
      ['any', 2, 2],
      ['sentByCustomer', 2, 2],
    ])
    const aborted: Origin = { ...caller, cancellation: { aborted: true } }
    await assert.rejects(send(aborted, `${chatId}-late`))
    await assert.rejects(close(aborted))
    assert.deepEqual(await due(), [])
  })
})

type Due = Delivery & { readonly name: RuleName | undefined }

function namesIn(deliveries: readonly (Due | undefined)[]) {
  return deliveries.map((delivery) => delivery?.name).sort()
}

function placesOf(deliveries: readonly Due[]) {
  const places = deliveries.map(({ name, eventOrder, sequence }) => [name, eventOrder, sequence] as const)
  return places.sort(([left], [right]) => (`${left}` < `${right}` ? -1 : 1))
}

function isRuleName(name: string): name is RuleName {
  return name in rules
}

function appendOf(event: NewEvent): Append<undefined> {
  return {
    at,
    decide: (found) => ({ head: requireStored(found), added: closingEvents([event]) }),
    outcome: (head, orders) => {
      const { facts } = toAppendedEvent(head, withOrder(event, orders))
      return { response: undefined, facts }
    },
  }
}
