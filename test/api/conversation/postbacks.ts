import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { unknownChat, validation } from '../../support/errors.js'
import { at, listAt, numberAt, textAt } from '../../support/json.js'
import { cards, sendCards, toggledBy } from '../../support/rich-messages.js'
import { pushFrame } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import { agentVersions, customerVersions, type Person } from '../../support/world.js'

const action = 'send_rich_message_postback'

/** Returns the only rich message of the thread. */
async function readCards(reader: Person, { chatId, threadId }: { chatId: string; threadId: string }) {
  const request = { chat_id: chatId, thread_ids: [threadId] }
  const events = listAt(await reader.web().succeed('get_chat_threads', request), 'chat.threads.0.events')
  const [event] = events.filter((one) => at(one, 'type') === 'rich_message')
  return event
}

forEachStorage('postbacks', (storage) => {
  const suite = useEngine(storage)

  async function setUp() {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    return { world, customer, agent, sent: await sendCards(customer, agent) }
  }

  for (const transport of ['web', 'rtm'] as const) {
    describe(`over ${transport}`, () => {
      test('a postback toggles the customer in every button with its id, and can be withdrawn', async () => {
        const { customer, agent, sent } = await setUp()
        const caller = await customer.via(transport)
        assert.deepEqual(await caller.succeed(action, sent.postback('yes', true)), {})
        const { id } = customer
        for (const reader of [customer, agent]) {
          assert.deepEqual(toggledBy(await readCards(reader, sent)), [[id], [], [id], []])
        }
        await caller.succeed(action, sent.postback('no', true))
        await caller.succeed(action, sent.postback('yes', false))
        assert.deepEqual(toggledBy(await readCards(agent, sent)), [[], [id], [], []])
      })

      test('a postback is pushed to the customer only, and not to older versions', async () => {
        const { customer, agent, sent } = await setUp()
        const [phone, desk] = [await customer.connect(), await agent.connect()]
        const older = [await customer.connect('v0.3'), await customer.connect('v0.4')]
        const caller = await customer.via(transport)
        await caller.succeed(action, sent.postback('yes', true))
        const push = pushFrame('incoming_rich_message_postback', {
          user_id: customer.id,
          ...{ chat_id: sent.chatId, thread_id: sent.threadId, event_id: sent.eventId },
          postback: { id: 'yes', toggled: true },
        })
        assert.deepEqual(await phone.pushes(), [push])
        for (const client of [desk, ...older]) assert.deepEqual(await client.pushes(), [])
      })

      test('a postback that changes nothing succeeds without a push', async () => {
        const { customer, sent } = await setUp()
        const [phone, caller] = [await customer.connect(), await customer.via(transport)]
        assert.deepEqual(await caller.succeed(action, sent.postback('yes', false)), {})
        await caller.succeed(action, sent.postback('yes', true))
        await caller.succeed(action, sent.postback('yes', true))
        assert.equal((await phone.pushes()).length, 1)
        assert.deepEqual(toggledBy(await readCards(customer, sent)), [[customer.id], [], [customer.id], []])
      })

      test('a postback to an unknown chat, thread, event or button is refused, and stores and pushes nothing', async () => {
        const { world, customer, agent, sent } = await setUp()
        const message = await agent.web().succeed('send_event', {
          chat_id: sent.chatId,
          event: { type: 'message', text: 'Hello' },
        })
        const note = await agent.web().succeed('send_event', {
          chat_id: sent.chatId,
          event: { ...cards, recipients: 'agents' },
        })
        const other = await sendCards(await world.customer())
        const [phone, caller] = [await customer.connect(), await customer.via(transport)]
        const refuse = (fields: object) => caller.refuse(action, { ...sent.postback('yes', true), ...fields })
        assert.deepEqual(await refuse({ chat_id: 'nowhere' }), unknownChat)
        assert.deepEqual(await refuse({ chat_id: other.chatId }), unknownChat)
        const notActive = validation('payload.thread_id is not the active thread')
        for (const thread_id of ['nowhere', other.threadId])
          assert.deepEqual(await refuse({ thread_id }), notActive)
        const unknownEvent = validation('payload.event_id does not match any rich message of the thread')
        const unfit = ['nowhere', other.eventId, textAt(message, 'event.id'), textAt(note, 'event.id')]
        for (const event_id of unfit) assert.deepEqual(await refuse({ event_id }), unknownEvent)
        for (const id of ['maybe', 'Yes', 'Say nothing']) {
          assert.deepEqual(
            await refuse({ postback: { id, toggled: true } }),
            validation('payload.postback.id does not match any button of the event'),
          )
        }
        assert.deepEqual(await phone.pushes(), [])
        assert.deepEqual(toggledBy(await readCards(customer, sent)), [[], [], [], []])
      })

      test('a postback with a missing or wrong field is refused', async () => {
        const { customer, sent } = await setUp()
        const caller = await customer.via(transport)
        const whole: Readonly<Record<string, unknown>> = { ...sent.postback('yes', true) }
        for (const name of ['chat_id', 'thread_id', 'event_id', 'postback']) {
          const { [name]: _, ...rest } = whole
          assert.deepEqual(await caller.refuse(action, rest), validation(`payload.${name} is required`))
        }
        for (const [postback, detail] of [
          [{ toggled: true }, 'payload.postback.id is required'],
          [{ id: 'yes' }, 'payload.postback.toggled is required'],
          [{ id: '', toggled: true }, 'payload.postback.id must not be empty'],
          [{ id: 'x'.repeat(257), toggled: true }, 'payload.postback.id must have at most 256 characters'],
          [{ id: 'yes', toggled: 'yes' }, 'payload.postback.toggled must be a boolean'],
          ['yes', 'payload.postback must be an object'],
        ] as const) {
          assert.deepEqual(await caller.refuse(action, { ...whole, postback }), validation(detail))
        }
      })

      test('a postback is refused once the thread is closed, also for an earlier thread', async () => {
        const { customer, sent } = await setUp()
        const caller = await customer.via(transport)
        await caller.succeed('close_thread', { chat_id: sent.chatId })
        assert.deepEqual(
          await caller.refuse(action, sent.postback('yes', true)),
          validation('payload.chat_id names a chat without an active thread'),
        )
        const event = { type: 'message', text: 'Again' }
        const thread_id = textAt(
          await caller.succeed('send_event', { chat_id: sent.chatId, event }),
          'thread_id',
        )
        assert.deepEqual(
          await caller.refuse(action, sent.postback('yes', true)),
          validation('payload.thread_id is not the active thread'),
        )
        assert.deepEqual(
          await caller.refuse(action, { ...sent.postback('yes', true), thread_id }),
          validation('payload.event_id does not match any rich message of the thread'),
        )
        assert.deepEqual(toggledBy(await readCards(customer, sent)), [[], [], [], []])
      })
    })
  }

  test('the push of a postback carries the request_id on the connection that asked', async () => {
    const { customer, sent } = await setUp()
    const [phone, tablet] = [await customer.connect(), await customer.connect()]
    const requestId = phone.request(action, sent.postback('yes', true))
    await phone.response(requestId)
    const [own] = await phone.pushes()
    const [other] = await tablet.pushes()
    assert.deepEqual(own, { request_id: requestId, ...other })
  })

  test('send_rich_message_postback is an action of customer v0.5 only', async () => {
    const { customer, agent, sent } = await setUp()
    const unknown = validation(`unknown action ${JSON.stringify(action)}`)
    for (const transport of ['web', 'rtm'] as const) {
      for (const version of ['v0.3', 'v0.4']) {
        const caller = await customer.via(transport, version)
        assert.deepEqual(await caller.refuse(action, sent.postback('yes', true)), unknown)
      }
      for (const version of agentVersions) {
        const caller = await agent.via(transport, version)
        assert.deepEqual(await caller.refuse(action, sent.postback('yes', true)), unknown)
      }
    }
  })

  test('a postback is visible in summaries, and changes neither the order nor the times of the chat', async () => {
    const { customer, agent, sent } = await setUp()
    const list = async () => at(await customer.web().succeed('get_chats_summary'), 'chats_summary.0')
    const order = numberAt(await list(), 'order')
    suite.engine.clock.advance(5_000)
    await customer.web().succeed(action, sent.postback('yes', true))
    const { id } = customer
    const expected = [[id], [], [id], []]
    assert.deepEqual(toggledBy(at(await list(), 'last_event_per_type.rich_message.event')), expected)
    assert.equal(numberAt(await list(), 'order'), order)
    const desk = await agent.open()
    const { chats_summary: summaries } = Object(await desk.succeed('login', { token: agent.token }))
    assert.deepEqual(toggledBy(at(summaries, '0.last_event_per_type.rich_message.event')), expected)
  })

  test('a postback is applied once when it is repeated with one idempotency key', async () => {
    const { customer, sent } = await setUp()
    const phone = await customer.connect()
    const idempotencyKey = 'once'
    const toggle = (toggled: boolean, options: object) =>
      customer.web().succeed(action, sent.postback('yes', toggled), options)
    await toggle(true, { idempotencyKey })
    await toggle(false, {})
    assert.deepEqual(await toggle(true, { idempotencyKey }), {})
    assert.equal((await phone.pushes()).length, 2)
    assert.deepEqual(toggledBy(await readCards(customer, sent)), [[], [], [], []])
  })

  test('a postback works in process, and a listener of the host receives it', async () => {
    const { customer, sent } = await setUp()
    const { parley } = suite.engine
    const received = new Promise((resolve) => parley.on('incoming_rich_message_postback', resolve))
    const { chatId: chat_id, threadId: thread_id, eventId: event_id } = sent
    const postback = { id: 'no', toggled: true }
    await parley
      .as({ customerId: customer.id })
      .sendRichMessagePostback({ chat_id, thread_id, event_id, postback })
    assert.deepEqual(await received, {
      name: 'incoming_rich_message_postback',
      licenseId: customer.world.licenseId,
      chatId: chat_id,
      sequence: 3,
      payload: { user_id: customer.id, chat_id, thread_id, event_id, postback },
    })
  })

  test('postbacks and messages that are sent at the same time are all kept, and pushed in one order', async () => {
    const { customer, agent, sent } = await setUp()
    const phones = [await customer.connect(), await customer.connect()]
    const count = 40
    const press = (index: number) => customer.web().succeed(action, sent.postback('yes', index % 2 === 0))
    const say = (index: number) =>
      agent
        .web()
        .succeed('send_event', { chat_id: sent.chatId, event: { type: 'message', text: `${index}` } })
    await Promise.all(Array.from({ length: count }, (_, index) => [press(index), say(index)]).flat())
    const pushes = await Promise.all(phones.map((phone) => phone.pushes()))
    assert.deepEqual(pushes[0], pushes[1])
    const toggles = pushes[0]
      ?.filter((push) => at(push, 'action') === 'incoming_rich_message_postback')
      .map((push) => at(push, 'payload.postback.toggled'))
    // Only changes are pushed, so the value alternates.
    assert.deepEqual(
      toggles,
      toggles?.map((_, index) => index % 2 === 0),
    )
    const isToggled = toggles?.at(-1) === true
    const users = isToggled ? [customer.id] : []
    assert.deepEqual(toggledBy(await readCards(customer, sent)), [users, [], users, []])
  })
})

forEachStorage('rich messages', (storage) => {
  const suite = useEngine(storage)

  test('a rich message is hidden from older versions in reads, counts and pushes', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const olderPhones = [await customer.connect('v0.3'), await customer.connect('v0.4')]
    const olderDesk = await agent.connect('v0.3')
    const { chatId, threadId } = await startChat(customer)
    for (const client of [...olderPhones, olderDesk]) await client.pushes()
    const send = (event: object) => agent.web().succeed('send_event', { chat_id: chatId, event })
    await send(cards)
    await send({ ...cards, recipients: 'agents' })
    await send({ type: 'message', text: 'Hello' })
    for (const client of [...olderPhones, olderDesk]) {
      const events = (await client.pushes()).filter((push) => at(push, 'action') === 'incoming_event')
      assert.deepEqual(
        events.map((push) => at(push, 'payload.event.type')),
        ['message'],
      )
    }
    for (const version of customerVersions) {
      const isOlder = version !== 'v0.5'
      const summary = await customer.web(version).succeed('get_chat_threads_summary', { chat_id: chatId })
      assert.equal(numberAt(summary, 'threads_summary.0.total_events'), isOlder ? 1 : 2)
      const request = { chat_id: chatId, thread_ids: [threadId] }
      const thread = await customer.web(version).succeed('get_chat_threads', request)
      assert.equal(listAt(thread, 'chat.threads.0.events').length, isOlder ? 1 : 2)
      const chats = await customer.web(version).succeed('get_chats_summary')
      assert.equal(JSON.stringify(chats).includes('rich_message'), !isOlder)
    }
    const chats = await agent.web('v0.3').succeed('get_filtered_chats')
    assert.equal(JSON.stringify(chats).includes('rich_message'), false)
  })

  test('a rich message that opens a thread is left out of incoming_chat_thread for older versions', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    await customer.web().succeed('close_thread', { chat_id: chatId })
    const [older, newer, desk] = [
      await customer.connect('v0.4'),
      await customer.connect(),
      await agent.connect('v0.3'),
    ]
    await customer.web().succeed('send_event', { chat_id: chatId, event: cards })
    const types = async (client: typeof older) =>
      listAt(await client.push('incoming_chat_thread'), 'chat.thread.events').map((event) =>
        at(event, 'type'),
      )
    assert.deepEqual(await types(older), [])
    assert.deepEqual(await types(desk), [])
    assert.deepEqual(await types(newer), ['rich_message'])
  })

  test('a rich message holds ten elements of ten buttons, with every field', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const image = {
      ...{ name: 'A', url: 'https://example.com/a.png', content_type: 'image/png' },
      ...{ size: 0, width: 1, height: 2 },
    }
    const buttons = Array.from({ length: 10 }, (_, index) => ({
      text: `${index}`,
      postback_id: `id ${index}`,
    }))
    const element = { title: 'A', subtitle: 'B', image, buttons }
    const event = { type: 'rich_message', template_id: 'own', elements: Array(10).fill(element) }
    const sent = await sendCards(customer, agent, event)
    await customer.web().succeed(action, sent.postback('id 3', true))
    const shown = {
      ...element,
      buttons: buttons.map((button, index) => ({ ...button, user_ids: index === 3 ? [customer.id] : [] })),
    }
    for (const reader of [customer, agent]) {
      assert.deepEqual(at(await readCards(reader, sent), 'elements'), Array(10).fill(shown))
    }
  })
})
