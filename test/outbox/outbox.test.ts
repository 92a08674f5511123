import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Storage } from '@parley/core'
import type { ChatHead, Delivery, NewEvent, Properties, StorageTransaction } from '@parley/core/ports'
import type { Append } from '../../packages/core/src/changes/append.js'
import { type Origin, systemOrigin } from '../../packages/core/src/changes/origin.js'
import { appended } from '../../packages/core/src/chats/append-event.js'
import {
  changeChatProperties,
  changeThreadProperties,
} from '../../packages/core/src/chats/change-properties.js'
import { changeScopes } from '../../packages/core/src/chats/change-scopes.js'
import type { ChangedChat, ChatChange } from '../../packages/core/src/chats/chat-change.js'
import { closeThread } from '../../packages/core/src/chats/close-thread.js'
import { requireStored, withOrder } from '../../packages/core/src/chats/stored.js'
import { VirtualClock } from '../../packages/core/src/clock/virtual-clock.js'
import type { ConfiguredWebhook } from '../../packages/core/src/configuration/configuration.js'
import { closingEvents } from '../../packages/core/src/domain/event-bytes.js'
import { changesOn } from '../../packages/core/test/changes.js'
import { configuration, newEvent } from '../../packages/core/test/domain-values.js'
import { scripted } from '../../packages/core/test/scripted.js'
import { startChat } from '../support/conversations.js'
import { useEngine } from '../support/engine.js'
import { forEachStorage } from '../support/storages.js'

const at = 1_767_225_601_000
const webhooks: readonly ConfiguredWebhook[] = [
  { id: 'active', action: 'incoming_event', accepts: (_, head) => head?.thread.isActive === true },
  { id: 'over', action: 'incoming_event', accepts: (_, head) => head?.thread.isActive === false },
  { id: 'closed', action: 'thread_closed', accepts: () => true },
  { id: 'of chat', action: 'incoming_event', accepts: (_, head) => isBlue(head?.properties) },
  { id: 'of thread', action: 'incoming_event', accepts: (_, head) => isBlue(head?.thread.properties) },
  { id: 'scopes', action: 'chat_scopes_updated', accepts: () => true },
  { id: 'chat', action: 'chat_properties_updated', accepts: (_, head) => isBlue(head?.properties) },
  { id: 'thread', action: 'chat_thread_properties_updated', accepts: () => true },
  { id: 'never', action: 'incoming_event', accepts: () => false },
]
const blue = { shop: { color: 'blue' } }
const isBlue = (properties: Properties | undefined) => properties?.shop?.color === 'blue'
const configured = configuration({ webhooks })
const caller: Origin = { ...systemOrigin, configuration: configured }
const callerWithoutWebhooks: Origin = { ...systemOrigin, configuration: configuration() }

forEachStorage('what webhooks are sent', (kind) => {
  const suite = useEngine(kind)
  let storage: Storage

  before(async () => {
    storage = suite.engine.openStorage()
    await storage.open()
  })
  after(() => storage.close())

  /** A chat with one event, and a way to change it; `wrap`: what a transaction does besides. */
  async function given(wrap: (tx: StorageTransaction) => Promise<void> = async () => undefined) {
    const world = await suite.world()
    const event = { type: 'message', text: 'Hello' }
    const { chatId } = await startChat(await world.customer(), { thread: { events: [event] } })
    const transaction: Storage['transaction'] = (work, cancellation) =>
      storage.transaction(async (tx) => {
        const result = await work(tx)
        await wrap(tx)
        return result
      }, cancellation)
    const appendEvents: Storage['appendEvents'] = (...call) => storage.appendEvents(...call)
    const port = scripted<Storage>({ read: storage.read, transaction, appendEvents })
    const { changes, facts, batches, heads } = changesOn(port, new VirtualClock(at), {
      ...{ configured, newId: randomUUID },
    })
    const send = (origin: Origin, event = newEvent({ id: `${chatId}-sent` })) =>
      changes.append(origin, chatId, appendOf(event))
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
    return { licenseId: world.licenseId, chatId, facts, batches, heads, send, close, changeBy }
  }

  /** What is due of that chat, as whoever delivers it gets it; of each webhook the first. */
  async function due(chatId: string): Promise<readonly Delivery[]> {
    const wanted = webhooks.map(({ id }) => ({ id, limit: 1_000 }))
    const claim = { now: at, webhooks: wanted, owner: 'node', leaseUntil: at }
    const all = await storage.transaction((tx) => tx.outbox.claim(claim))
    return all.filter((delivery) => delivery.chatId === chatId)
  }

  for (const [how, origin] of [
    ['with the append', caller],
    ['with a transaction, where the configuration has to be read in it', systemOrigin],
  ] as const) {
    test(`is stored ${how} of an event, as it was told`, async () => {
      const { licenseId, chatId, facts, batches, send } = await given()
      await send(origin)
      const [delivery, ...others] = await due(chatId)
      assert.deepEqual(others, [])
      assert.ok(delivery)
      const { webhookId, createdAt, attemptCount } = delivery
      assert.deepEqual([webhookId, delivery.licenseId, createdAt, attemptCount], ['active', licenseId, at, 0])
      assert.deepEqual([delivery.eventOrder, delivery.sequence], [2, 2])
      assert.deepEqual(batches[0]?.place?.sequence, 2)
      assert.deepEqual(asTold(delivery), facts()[0])
    })
  }

  for (const [who, origin] of [
    ['a caller', caller],
    ['the engine itself', systemOrigin],
  ] as const) {
    test(`is stored with each fact of a transaction of ${who}, as it was told`, async () => {
      const { chatId, facts, batches, close } = await given()
      await close(origin)
      const deliveries = await due(chatId)
      assert.deepEqual(
        deliveries.map(({ webhookId, eventOrder, sequence }) => [webhookId, eventOrder, sequence]),
        [
          ['over', 2, 2],
          ['closed', null, 2],
        ],
      )
      assert.deepEqual(batches[0]?.place?.sequence, 2)
      assert.deepEqual(deliveries.map(asTold), facts())
    })
  }

  test('goes by the properties that the chat and its last thread have when it is committed', async () => {
    const { chatId, heads, send } = await given()
    heads.put(requireStored(await storage.read.chats.head(chatId)))
    await storage.transaction(async (tx) => {
      const head = requireStored(await tx.chats.lock(chatId))
      await tx.chats.setProperties(chatId, blue)
      await tx.chats.setThreadProperties(chatId, head.thread.id, blue)
    })
    await send(caller)
    assert.deepEqual(
      (await due(chatId)).map(({ webhookId, eventOrder }) => [webhookId, eventOrder]),
      [
        ['active', 2],
        ['of chat', 2],
        ['of thread', 2],
      ],
    )
  })

  test('is stored with each change of scopes and properties, and not with a change of nothing', async () => {
    const { chatId, facts, changeBy } = await given()
    const none = { groups: [], agents: [] }
    const scopes = { add: { groups: [7], agents: [] }, remove: none }
    for (const _ of ['once', 'and again']) {
      await changeBy((change, head) => changeScopes(change, head, scopes, 100))
      await changeBy((change, head) => changeChatProperties(change, head, blue, 1_000))
      await changeBy((change, head) => {
        return changeThreadProperties(change, head, { threadId: head.thread.id, given: blue }, 1_000)
      })
    }
    const deliveries = await due(chatId)
    assert.deepEqual(
      deliveries.map(({ webhookId, sequence }) => [webhookId, sequence]),
      [
        ['scopes', 2],
        ['chat', 3],
        ['thread', 4],
      ],
    )
    assert.deepEqual(deliveries.map(asTold), facts())
  })

  test('is nothing where the license has no webhooks', async () => {
    const { chatId, send, close } = await given()
    await send(callerWithoutWebhooks)
    await close(callerWithoutWebhooks)
    assert.deepEqual(await due(chatId), [])
  })

  test('is nothing where a transaction is rolled back', async () => {
    const { chatId, facts, close } = await given(async () => {
      throw new Error('refused')
    })
    await assert.rejects(close(caller), /refused/)
    assert.deepEqual([await due(chatId), facts()], [[], []])
  })

  test('is stored once of an append that was decided on an old head first, and not of one that fails', async () => {
    const { chatId, heads, send, close } = await given()
    const { head } = requireStored(await storage.read.chats.get(chatId))
    heads.put({ ...head, revision: head.revision + 7 })
    await send(caller)
    assert.deepEqual(
      (await due(chatId)).map(({ webhookId, sequence }) => [webhookId, sequence]),
      [['active', 2]],
    )
    const aborted: Origin = { ...caller, cancellation: { aborted: true } }
    await assert.rejects(send(aborted, newEvent({ id: `${chatId}-late` })))
    await assert.rejects(close(aborted))
    assert.equal((await due(chatId)).length, 1)
  })
})

function appendOf(event: NewEvent): Append<undefined> {
  return {
    at,
    decide: (found) => ({ head: requireStored(found), added: closingEvents([event]) }),
    outcome: (head, orders) => {
      const { facts } = appended(head, withOrder(event, orders))
      return { response: undefined, facts }
    },
  }
}

/** The fact, with what the commit has allocated. */
function asTold({ payload, eventOrder }: Delivery): unknown {
  const decided = JSON.parse(payload)
  return eventOrder === null ? decided : { ...decided, event: { order: eventOrder, ...decided.event } }
}
