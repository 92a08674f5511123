import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { at, textAt } from '../../support/json.js'
import type { Frame, RtmClient } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'

const message = { type: 'message', text: 'Hello' }
const properties = { test: { int_property: 1, string_property: 'a' } }
const buttons = [{ text: 'Yes', postback_id: 'yes' }]
const richMessage = { type: 'rich_message', template_id: 'cards', elements: [{ buttons }] }

/** An action, and what comes of it: all pushes to the connection that asks, of which one has the `request_id`. */
interface Step {
  readonly action: string
  readonly payload: object
  readonly pushes: readonly string[]
  readonly answer: string
}

forEachStorage('the push with the request_id of a request', (storage) => {
  const suite = useEngine(storage, { routing: { mode: 'manual' }, limits: { threadEvents: 100 } })

  /** Returns the pushes to both clients during the request. Only the one that answers it has a `request_id`. */
  async function callAndCollect(
    caller: RtmClient,
    observer: RtmClient,
    step: Omit<Step, 'pushes' | 'answer'>,
  ) {
    const requestId = caller.request(step.action, step.payload)
    const { success, payload } = await caller.response(requestId)
    assert.equal(success, true, JSON.stringify(payload))
    const [own, others] = [await caller.pushes(), await observer.pushes()]
    assert.ok(others.every((push) => !('request_id' in push)))
    const answers = own.filter(({ request_id }) => request_id !== undefined)
    assert.ok(answers.every(({ request_id }) => request_id === requestId))
    return { payload, own: namesOf(own), others: namesOf(others), answers }
  }

  async function assertPushes(caller: RtmClient, observer: RtmClient, steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      const { own, others, answers } = await callAndCollect(caller, observer, step)
      assert.deepEqual(
        [own, others, namesOf(answers)],
        [step.pushes, step.pushes, [step.answer]],
        step.action,
      )
    }
  }

  /** Sends requests that change nothing, and checks that each causes one push, only to the client that sent it. */
  async function assertEmptyChanges(
    caller: RtmClient,
    observer: RtmClient,
    steps: readonly (readonly [action: string, payload: object, push: string, shown: object])[],
  ): Promise<void> {
    for (const [action, payload, push, shown] of steps) {
      const { own, others, answers } = await callAndCollect(caller, observer, { action, payload })
      assert.deepEqual([own, others, namesOf(answers)], [[push], [], [push]], action)
      for (const [path, value] of Object.entries(shown)) {
        assert.deepEqual(at(answers[0], `payload.${path}`), value, `${action}: ${path}`)
      }
    }
  }

  test('each customer action causes exactly one push with its request_id', async () => {
    const world = await suite.world()
    const customer = await world.customer()
    const [caller, observer] = [await customer.connect(), await customer.connect()]
    const started = await callAndCollect(caller, observer, {
      action: 'start_chat',
      payload: { chat: { properties } },
    })
    assert.deepEqual(namesOf(started.answers), ['incoming_chat_thread'])
    const chat_id = textAt(started.payload, 'chat.id')
    const thread_id = textAt(started.payload, 'chat.thread.id')
    const sent = await callAndCollect(caller, observer, {
      action: 'send_event',
      payload: { chat_id, event: richMessage },
    })
    assert.deepEqual(namesOf(sent.answers), ['incoming_event'])
    const answered = { chat_id, thread_id, event_id: textAt(sent.payload, 'event.id') }
    const postback = { ...answered, postback: { id: 'yes', toggled: true } }
    const scopes = { chat_id, add_scopes: { groups: [1] }, remove_scopes: { groups: [2] } }
    const changed = { chat_id, properties: { test: { int_property: 2 } } }
    const seen = { chat_id, timestamp: startSeconds - 9 }
    const step = (action: string, payload: object, push: string) =>
      ({ action, payload, pushes: [push], answer: push }) as const
    await assertPushes(caller, observer, [
      step('send_event', { chat_id, event: message }, 'incoming_event'),
      step('send_rich_message_postback', postback, 'incoming_rich_message_postback'),
      step('update_chat_scopes', scopes, 'chat_scopes_updated'),
      step('update_chat_properties', changed, 'chat_properties_updated'),
      step('update_chat_thread_properties', { ...changed, thread_id }, 'chat_thread_properties_updated'),
      step('update_last_seen_timestamp', seen, 'last_seen_timestamp_updated'),
      step('update_customer', { name: 'Kim' }, 'customer_updated'),
    ])
    const earlier = { chat_id, timestamp: startSeconds - 10 }
    const same = { test: { int_property: { value: 2 } } }
    await assertEmptyChanges(caller, observer, [
      [
        'send_rich_message_postback',
        postback,
        'incoming_rich_message_postback',
        { 'postback.toggled': true },
      ],
      ['update_chat_scopes', scopes, 'chat_scopes_updated', { scopes_added: { groups: [1] } }],
      ['update_chat_properties', changed, 'chat_properties_updated', { properties: same }],
      [
        'update_chat_thread_properties',
        { ...changed, thread_id },
        'chat_thread_properties_updated',
        { properties: same, thread_id },
      ],
      ['update_last_seen_timestamp', seen, 'last_seen_timestamp_updated', { timestamp: startSeconds - 9 }],
      ['update_last_seen_timestamp', earlier, 'last_seen_timestamp_updated', { timestamp: startSeconds - 9 }],
      ['update_customer', { name: 'Kim' }, 'customer_updated', { 'customer.name': 'Kim', chat_id }],
    ])
    await assertPushes(caller, observer, [
      {
        ...{ action: 'close_thread', payload: { chat_id } },
        ...{ pushes: ['incoming_event', 'thread_closed'], answer: 'thread_closed' },
      },
      step('send_event', { chat_id, event: message }, 'incoming_chat_thread'),
    ])
    const fill = Array.from({ length: 99 }, () => message)
    for (const event of fill) await customer.web().succeed('send_event', { chat_id, event })
    await Promise.all([caller.pushes(), observer.pushes()])
    await assertPushes(caller, observer, [
      {
        ...{ action: 'send_event', payload: { chat_id, event: message } },
        ...{
          pushes: ['incoming_event', 'thread_closed', 'incoming_chat_thread'],
          answer: 'incoming_chat_thread',
        },
      },
    ])
  })

  test('an update of no properties still pushes with its request_id', async () => {
    const world = await suite.world()
    const customer = await world.customer()
    const { chatId: chat_id, threadId: thread_id } = await startChat(customer)
    const [caller, observer] = [await customer.connect(), await customer.connect()]
    await assertEmptyChanges(caller, observer, [
      ['update_chat_properties', { chat_id, properties: {} }, 'chat_properties_updated', { properties: {} }],
      [
        'update_chat_thread_properties',
        { chat_id, thread_id, properties: { test: {} } },
        'chat_thread_properties_updated',
        { properties: {} },
      ],
    ])
  })

  test('each agent action causes exactly one push with its request_id', async () => {
    const world = await suite.world()
    const [customer, ada, bob] = [await world.customer(), await world.agent('ada'), await world.agent('bob')]
    const [caller, observer] = [await ada.connect(), await ada.connect()]
    // The chat starts before Bob connects, so that its thread waits.
    const { chatId: chat_id } = await startChat(customer)
    await Promise.all([caller.pushes(), observer.pushes()])
    const named = { chat_id, agent_ids: [bob.id] }
    const [join, leave] = [
      { action: 'join_chat', payload: named },
      { action: 'remove_from_chat', payload: named },
    ]
    const multicast = { scopes: { agents: { all: true } }, content: 1 }
    const status = { routing_status: 'not_accepting_chats' }
    const step = (action: string, payload: object, push: string) =>
      ({ action, payload, pushes: [push], answer: push }) as const
    await assertPushes(caller, observer, [
      {
        ...{ action: 'send_event', payload: { chat_id, event: message } },
        // An agent who writes without joining is introduced first.
        ...{ pushes: ['chat_users_updated', 'incoming_event'], answer: 'incoming_event' },
      },
      { ...join, pushes: ['chat_users_updated'], answer: 'chat_users_updated' },
    ])
    await assertEmptyChanges(caller, observer, [
      ['join_chat', named, 'chat_users_updated', { 'updated_users.agents.added.0.id': bob.id }],
    ])
    await assertPushes(caller, observer, [
      // The thread waits again.
      { ...leave, pushes: ['chat_users_updated', 'incoming_event'], answer: 'chat_users_updated' },
    ])
    await assertEmptyChanges(caller, observer, [
      ['remove_from_chat', named, 'chat_users_updated', { 'updated_users.agents.removed_ids': [bob.id] }],
    ])
    await assertPushes(caller, observer, [
      step('update_agent', status, 'agent_updated'),
      step('multicast', multicast, 'incoming_multicast'),
      step('ban_customer', { customer_id: customer.id, ban: { days: 1 } }, 'customer_banned'),
    ])
    await assertEmptyChanges(caller, observer, [['update_agent', status, 'agent_updated', status]])
  })

  test('the push carries no request_id when the request has none', async () => {
    const customer = await (await suite.world()).customer()
    const { chatId } = await startChat(customer, { properties })
    const [caller, observer] = [await customer.connect(), await customer.connect()]
    caller.send({ action: 'update_chat_properties', payload: { chat_id: chatId, properties } })
    assert.deepEqual(await caller.push('chat_properties_updated'), {
      chat_id: chatId,
      properties: { test: { int_property: { value: 1 }, string_property: { value: 'a' } } },
    })
    assert.deepEqual([await caller.pushes(), await observer.pushes()], [[], []])
  })
})

function namesOf(pushes: readonly Frame[]): readonly unknown[] {
  return pushes.map(({ action }) => action)
}
