import assert from 'node:assert/strict'
import { actionPushes } from './action-pushes.js'
import { assertLike, at, someId, someSeconds, someText, textAt } from './json.js'
import { createAgentPerson } from './people.js'
import { pushFrame } from './rtm-client.js'
import { hello, someUser } from './samples.js'
import { createScene, type Scene } from './scene.js'
import type { ServerCases } from './suite.js'

export function pushCases(cases: ServerCases): void {
  for (const { action, by, payload, toCustomer, toAgent } of actionPushes) {
    cases.addOver(`${action} is pushed in full to the users it concerns`, async (context, transport) => {
      const scene = await createScene(context, transport)
      await scene[by === 'agent' ? 'ada' : 'customer'].succeed(action, payload(scene))
      assertLike(await scene.shopper.readPushes(), toCustomer(scene))
      assertLike(await scene.desk.readPushes(), toAgent(scene))
    })
  }
  threadCases(cases)
  audienceCases(cases)
  requesterCases(cases)
}

const someUsers = [someUser]
const closing = { type: 'system_message', system_message_type: 'thread_archived' }

function threadCases(cases: ServerCases): void {
  cases.addOver('a started chat is pushed in full to the users it concerns', async (context, transport) => {
    const customer = await context.customer()
    const desk = await context.connect(context.ada, transport)
    const shopper = await context.connect(customer, transport)
    const { chatId: id, threadId } = await context.chatOf(customer, { thread: { events: [hello] } })
    const event = { id: someId, order: 1, timestamp: someSeconds, author_id: customer.id, ...hello }
    const thread = { id: threadId, active: true, order: 1, user_ids: [customer.id] }
    assertLike(await shopper.readPushes(), [
      pushFrame('incoming_chat_thread', {
        chat: { id, users: someUsers, scopes: {}, thread: { ...thread, events: [event] } },
      }),
    ])
    const events = [{ ...event, recipients: 'all' }]
    assertLike(await desk.readPushes(), [
      pushFrame('incoming_chat_thread', {
        chat: { id, users: someUsers, thread: { ...thread, timestamp: someSeconds, events } },
      }),
    ])
  })

  cases.addOver('a closed thread is pushed as its system message and its end', async (context, transport) => {
    const {
      customer,
      shopper,
      desk,
      chatId: chat_id,
      threadId: thread_id,
    } = await createScene(context, transport)
    await customer.succeed('close_thread', { chat_id })
    const event = { id: someId, order: 1, timestamp: someSeconds, text: someText, ...closing }
    const closed = pushFrame('thread_closed', { chat_id, thread_id, user_id: customer.id })
    assertLike(await shopper.readPushes(), [
      pushFrame('incoming_event', { chat_id, thread_id, event }),
      closed,
    ])
    assertLike(await desk.readPushes(), [
      pushFrame('incoming_event', { chat_id, event: { ...event, recipients: 'all' } }),
      closed,
    ])
  })

  cases.addOver('a postback is pushed to the customers of the chat', async (context, transport) => {
    const {
      ada,
      customer,
      shopper,
      chatId: chat_id,
      threadId: thread_id,
    } = await createScene(context, transport)
    const elements = [{ buttons: [{ text: 'Green', postback_id: 'green' }] }]
    const card = { type: 'rich_message', template_id: 'cards', elements }
    const event_id = textAt(await ada.succeed('send_event', { chat_id, event: card }), 'event.id')
    await shopper.readPushes()
    const postback = { chat_id, thread_id, event_id, postback: { id: 'green', toggled: true } }
    await customer.succeed('send_rich_message_postback', postback)
    const expected = pushFrame('incoming_rich_message_postback', { user_id: customer.id, ...postback })
    assert.deepEqual(await shopper.readPushes(), [expected])
  })
}

function audienceCases(cases: ServerCases): void {
  cases.addOver('an event for agents only is never pushed to a customer', async (context, transport) => {
    const { ada, desk, shopper, chatId: chat_id } = await createScene(context, transport)
    await ada.succeed('send_event', { chat_id, event: { ...hello, text: 'Secret', recipients: 'agents' } })
    await ada.succeed('send_typing_indicator', { chat_id, is_typing: true, recipients: 'agents' })
    assert.doesNotMatch(JSON.stringify(await shopper.readPushes()), /Secret|incoming_event|incoming_typing/)
    assert.ok((await desk.readPushes()).some((push) => at(push, 'action') === 'incoming_event'))
  })

  cases.addOver('chats of other customers and licenses are never pushed', async (context, transport) => {
    const { server, stranger } = context
    const nonMembers = [
      await context.connect(await context.customer(), transport),
      await context.connect(await context.customer(stranger), transport),
      await context.connect(createAgentPerson(server, stranger, stranger.administrator), transport),
    ]
    const { customer, chatId: chat_id } = await createScene(context, transport)
    await customer.succeed('send_event', { chat_id, event: hello })
    await customer.succeed('close_thread', { chat_id })
    for (const nonMember of nonMembers) assert.deepEqual(await nonMember.readPushes(), [])
  })

  cases.addOver('agent_updated goes to each connection of the agents', async (context, transport) => {
    const { ada, bob } = context
    const desks = [await context.connect(ada, transport), await context.connect(bob, transport)]
    for (const desk of desks) await desk.readPushes()
    await ada.succeed('update_agent', { routing_status: 'accepting_chats' })
    const expected = pushFrame('agent_updated', { agent_id: ada.id, routing_status: 'accepting_chats' })
    for (const desk of desks) assert.deepEqual(await desk.readPushes(), [expected])
  })

  cases.addOver('a ban is pushed to every agent of the license', async (context, transport) => {
    const { ada, bob } = context
    const { id: customer_id } = await context.customer()
    const desk = await context.connect(bob, transport)
    await ada.succeed('ban_customer', { customer_id, ban: { days: 3 } })
    assert.deepEqual(await desk.readPushes(), [
      pushFrame('customer_banned', { customer_id, ban: { days: 3 } }),
    ])
  })
}

function requesterCases(cases: ServerCases): void {
  cases.addOver(
    'only the connection that sent the request gets its request_id in the push',
    async (context, transport) => {
      const scene = await createScene(context, transport)
      const { customer, shopper, desk, chatId: chat_id } = scene
      const other = await context.connect(customer, transport)
      const id = shopper.request('send_event', { chat_id, event: hello })
      assert.equal((await shopper.response(id)).success, true)
      assert.deepEqual((await shopper.readPushes()).map(idOf), [id])
      for (const client of [other, desk]) assert.deepEqual((await client.readPushes()).map(idOf), [undefined])
    },
  )

  cases.addOver('every connection gets each event once and in order', async (context, transport) => {
    const scene = await createScene(context, transport)
    const { context: people, customer, ada, shopper, desk, chatId: chat_id } = scene
    const watchers = [await people.connect(customer, transport), await people.connect(ada, transport)]
    const count = 30
    const writers: readonly Pick<Scene['ada'], 'succeed'>[] = [customer, ada, shopper, desk]
    await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const writer = writers[index % writers.length] ?? customer
        await writer.succeed('send_event', { chat_id, event: { ...hello, text: `${index}` } })
      }),
    )
    const ascending = Array.from({ length: count }, (_, index) => index + 1)
    for (const client of [shopper, desk, ...watchers]) {
      await client.succeed('ping')
      const pushed = client.frames.filter(({ action }) => action === 'incoming_event')
      assert.deepEqual(
        pushed.map((push) => at(push, 'payload.event.order')),
        ascending,
      )
    }
  })

  cases.addOver(
    'a response follows directly after the push that its request caused',
    async (context, transport) => {
      const { shopper, chatId: chat_id } = await createScene(context, transport)
      const ids = Array.from({ length: 10 }, () => shopper.request('send_event', { chat_id, event: hello }))
      for (const id of ids) await shopper.response(id)
      const about = shopper.frames.filter(
        ({ action }) => action === 'incoming_event' || action === 'send_event',
      )
      const expected = Array.from({ length: 10 }, (_, index) => [
        { type: 'push', order: index + 1 },
        { type: 'response', order: index + 1 },
      ])
      assert.deepEqual(
        about.map((frame) => ({ type: frame.type, order: at(frame, 'payload.event.order') })),
        expected.flat(),
      )
    },
  )
}

function idOf(frame: Readonly<Record<string, unknown>>): unknown {
  return frame.request_id
}
