import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at, has, numberAt } from '../../support/json.js'
import type { Frame, RtmClient } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person } from '../../support/world.js'

const sendCount = 200

/** Returns the kind of a frame and the order of the thread or event that it shows. */
function numberedFrame(frame: Frame): { readonly kind: string; readonly order: number } | undefined {
  if (frame.action === 'incoming_event')
    return { kind: 'push', order: numberAt(frame, 'payload.event.order') }
  if (frame.action === 'send_event')
    return { kind: 'response', order: numberAt(frame, 'payload.event.order') }
  return undefined
}

const numberedFrames = (client: RtmClient) => client.frames.flatMap((frame) => numberedFrame(frame) ?? [])

forEachStorage('the order of pushes and responses', (storage) => {
  const suite = useEngine(storage, { rtm: { messagesPerSecond: 500, connectionsPerCustomer: 64 } })

  test('on every connection pushes ascend, and each response directly follows its push', async () => {
    const world = await suite.world()
    const [customer, ada, bob] = [await world.customer(), await world.agent('ada'), await world.agent('bob')]
    const { chatId } = await startChat(customer)
    const senders = await Promise.all([
      customer.connect(),
      customer.connect('v0.3'),
      ada.connect(),
      ada.connect('v0.3'),
      bob.connect(),
    ])
    const observer = await bob.connect()
    const sending = Array.from({ length: sendCount }, (_, index) => {
      const sender = senders[index % senders.length]
      assert.ok(sender)
      return sender.succeed('send_event', { chat_id: chatId, event: { type: 'message', text: `${index}` } })
    })
    const sent = await Promise.all(sending)
    const ascending = Array.from({ length: sendCount }, (_, index) => index + 1)
    const orders = sent.map((response) => numberAt(response, 'event.order'))
    assert.deepEqual(
      orders.sort((one, other) => one - other),
      ascending,
    )
    for (const client of [...senders, observer]) {
      await client.succeed('ping')
      const numbered = numberedFrames(client)
      const pushed = numbered.filter(({ kind }) => kind === 'push').map(({ order }) => order)
      assert.deepEqual(pushed, ascending)
      const all = numbered.map(({ order }) => order)
      assert.deepEqual(
        all,
        all.toSorted((one, other) => one - other),
      )
      for (const [index, { kind, order }] of numbered.entries()) {
        if (kind === 'response') assert.deepEqual(numbered[index - 1], { kind: 'push', order })
      }
    }
  })

  test('concurrent close_thread and send_event show every client the same order', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const observers = await Promise.all([customer.connect(), agent.connect(), agent.connect('v0.3')])
    const chats = await Promise.all(Array.from({ length: 8 }, () => startChat(customer)))
    await Promise.all(chats.map(({ chatId }) => closeAndSend(customer, agent, chatId)))
    for (const observer of observers) await observer.succeed('ping')
    for (const { chatId } of chats) {
      const [changes = [], ...others] = observers.map(({ frames }) =>
        frames.flatMap((frame) => changesIn(frame, chatId)),
      )
      assert.ok(changes.length > 40)
      assertConsistent(changes)
      for (const other of others) assert.deepEqual(other, changes)
    }
  })

  test('a client receives every response to its requests about different chats, in any order', async () => {
    const customer = await (await suite.world()).customer()
    const connection = await customer.connect()
    const chats = await Promise.all(Array.from({ length: 10 }, () => startChat(customer)))
    const ids = chats.flatMap(({ chatId }) =>
      Array.from({ length: 5 }, () =>
        connection.request('send_event', { chat_id: chatId, event: { type: 'message', text: 'Hello' } }),
      ),
    )
    const responses = await Promise.all(ids.map((id) => connection.response(id)))
    assert.ok(responses.every(({ success }) => success === true))
  })

  describe('read after write', () => {
    test('a change can be read as soon as it was answered, on every connection and transport', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const connection = await agent.connect()
      for (let count = 1; count <= 10; count += 1) {
        const { chatId, threadId } = await startChat(customer)
        await say(customer, chatId, 'Hello')
        const request = { chat_id: chatId, thread_ids: [threadId] }
        const [overWeb, overRtm] = await Promise.all([
          customer.web().succeed('get_chat_threads', request),
          connection.succeed('get_chat_threads', request),
        ])
        assert.equal(at(overWeb, 'chat.threads.0.events.length'), 1)
        assert.equal(at(overRtm, 'chat.threads.0.events.length'), 1)
        const summary = await customer.web().succeed('get_chats_summary')
        assert.equal(at(summary, 'total_chats'), count)
      }
    })
  })
})

/** Lets the customer and the agent write on separate connections, while the agent closes the thread now and then. */
async function closeAndSend(customer: Person, agent: Person, chatId: string): Promise<void> {
  const clients = await Promise.all([customer.connect(), agent.connect(), agent.connect()])
  const work = clients.flatMap((client, place) =>
    Array.from({ length: 20 }, (_, index) =>
      place === 2 && index % 4 === 0
        ? client.call('close_thread', { chat_id: chatId })
        : client.call('send_event', { chat_id: chatId, event: { type: 'message', text: `${index}` } }),
    ),
  )
  await Promise.all(work)
  await Promise.all(clients.map((client) => client.close()))
}

interface ChatChange {
  readonly what: 'opened' | 'event' | 'closed'
  /** Order of the event, or of the thread that was opened. */
  readonly order: number
}

/** Returns the threads and events of the chat that a push shows. */
function changesIn({ action, payload }: Frame, chatId: string): readonly ChatChange[] {
  if (action === 'incoming_chat_thread' && at(payload, 'chat.id') === chatId) {
    return [{ what: 'opened', order: numberAt(payload, 'chat.thread.order') }]
  }
  if (!has(payload, 'chat_id') || at(payload, 'chat_id') !== chatId) return []
  if (action === 'thread_closed') return [{ what: 'closed', order: 0 }]
  return action === 'incoming_event' ? [{ what: 'event', order: numberAt(payload, 'event.order') }] : []
}

/**
 * Checks that the first thread begins empty, that events are numbered without gaps, and that a thread begins only
 * after the end of the one before.
 */
function assertConsistent(changes: readonly ChatChange[]): void {
  let [thread, event, isOpen] = [0, 0, false]
  for (const { what, order } of changes) {
    if (what === 'opened') {
      assert.deepEqual([isOpen, order], [false, thread + 1])
      ;[thread, event, isOpen] = [order, thread === 0 ? 0 : 1, true]
    } else if (what === 'closed') {
      assert.equal(isOpen, true)
      isOpen = false
    } else {
      assert.deepEqual([isOpen, order], [true, event + 1])
      event = order
    }
  }
}
