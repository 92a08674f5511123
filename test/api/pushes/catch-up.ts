import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at, listAt, numberAt, textAt } from '../../support/json.js'
import type { Frame, RtmClient } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import { agentVersions, customerVersions, type Person } from '../../support/world.js'

const sequenced = { catch_up: { chats: [] } }

/** Returns the login parameters of a client that has seen the given chats up to the given sequences. */
function catchUpFrom(...chats: readonly (readonly [chatId: string, sequence: number])[]) {
  return { catch_up: { chats: chats.map(([chat_id, sequence]) => ({ chat_id, sequence })) } }
}

interface CatchUp {
  readonly client: RtmClient
  /** Whether the catch-up was complete, by chat. */
  readonly complete: Readonly<Record<string, boolean>>
  /** Pushes after the response. */
  readonly pushes: readonly Frame[]
}

async function comeBack(person: Person, details: object): Promise<CatchUp> {
  const client = await person.open()
  const answer = await client.succeed('login', { token: person.token, ...details })
  const chats = listAt(answer, 'catch_up.chats')
  const complete = Object.fromEntries(
    chats.map((chat) => [textAt(chat, 'chat_id'), at(chat, 'complete') === true]),
  )
  return { client, complete, pushes: await client.pushes() }
}

/** Returns the part of a push that every client receives. */
function shared({ request_id, ...frame }: Frame): Frame {
  return frame
}

const sequencesOf = (frames: readonly Frame[]) => frames.map((frame) => numberAt(frame, 'sequence'))

/** Causes every kind of change to a chat in which the customer and the agent both are. */
async function everything(chatId: string, customer: Person, agent: Person, other: Person): Promise<void> {
  const chat = { chat_id: chatId }
  const cards = {
    type: 'rich_message',
    template_id: 'cards',
    elements: [{ buttons: [{ postback_id: 'yes' }] }],
  }
  await say(customer, chatId, 'Hello?')
  const rich = await agent.web().succeed('send_event', { ...chat, event: cards })
  const [event_id, thread_id] = [textAt(rich, 'event.id'), textAt(rich, 'thread_id')]
  const postback = { id: 'yes', toggled: true }
  const pressed = { ...chat, thread_id, event_id, postback }
  await customer.web().succeed('send_rich_message_postback', pressed)
  await say(agent, chatId, 'for agents', { recipients: 'agents' })
  await say(other, chatId, 'from outside')
  await agent.web().succeed('join_chat', { ...chat, agent_ids: [other.id] })
  await agent.web().succeed('update_chat_scopes', { ...chat, add_scopes: { groups: [7] } })
  const properties = { test: { string_property: 'red' } }
  await customer.web().succeed('update_chat_properties', { ...chat, properties })
  await agent.web().succeed('update_chat_thread_properties', { ...chat, thread_id, properties })
  await agent.web().succeed('update_last_seen_timestamp', chat)
  await customer.web().succeed('update_customer', { name: 'Robin', fields: { plan: 'gold' } })
  await agent.web().succeed('remove_from_chat', { ...chat, agent_ids: [other.id] })
  await agent.web().succeed('close_thread', chat)
  await say(customer, chatId, 'And again')
}

forEachStorage('catch-up at login', (storage) => {
  const suite = useEngine(storage, { rtm: { messagesPerSecond: 500, connectionsPerCustomer: 64 } })

  async function setUp() {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const other = await world.agent('bob')
    const { chatId } = await startChat(customer)
    await agent.web().succeed('join_chat', { chat_id: chatId, agent_ids: [agent.id] })
    return { world, customer, agent, other, chatId }
  }

  for (const who of ['customer', 'agent'] as const) {
    test(`catch-up sends the ${who} the pushes that another connection of theirs received`, async () => {
      const { customer, agent, other, chatId } = await setUp()
      const person = who === 'customer' ? customer : agent
      const watching = await person.connect(undefined, sequenced)
      await everything(chatId, customer, agent, other)
      const pushed = (await watching.pushes()).map(shared)
      const { complete, pushes } = await comeBack(person, catchUpFrom([chatId, 2]))
      assert.deepEqual(complete, { [chatId]: true })
      // A caught-up rich message shows its current state, so the customer's postback is removed before comparing.
      const asSent = (frame: Frame): unknown =>
        JSON.parse(JSON.stringify(frame).replaceAll(`["${customer.id}"]`, '[]'))
      assert.deepEqual(pushes.map(asSent), pushed.map(asSent))
      assert.ok(pushes.length >= 12, `${pushes.length} pushes`)
    })
  }

  test('catch-up continues from every sequence', async () => {
    const { customer, agent, other, chatId } = await setUp()
    const watching = await agent.connect(undefined, sequenced)
    await everything(chatId, customer, agent, other)
    const pushed = (await watching.pushes()).map(shared)
    for (const known of new Set(sequencesOf(pushed))) {
      const { pushes } = await comeBack(agent, catchUpFrom([chatId, known]))
      const expected = pushed.filter((frame) => numberAt(frame, 'sequence') > known)
      assert.deepEqual(sequencesOf(pushes), sequencesOf(expected))
    }
  })

  test('catch-up is incomplete for a client with sequence 0 of the chat', async () => {
    const { agent, chatId } = await setUp()
    const { complete, pushes } = await comeBack(agent, catchUpFrom([chatId, 0]))
    assert.deepEqual([complete, pushes], [{ [chatId]: false }, []])
  })

  test('catch-up sends the pushes of several chats in turn, each once', async () => {
    const { world, customer, agent, chatId } = await setUp()
    const { chatId: second } = await startChat(await world.customer())
    await say(customer, chatId, 'one')
    await say(agent, second, 'two')
    await say(customer, chatId, 'three')
    const catchUpRequest = catchUpFrom([second, 1], [chatId, 4], [chatId, 2])
    const { complete, pushes } = await comeBack(agent, catchUpRequest)
    assert.deepEqual(complete, { [second]: true, [chatId]: true })
    const events = pushes.filter(({ action }) => action === 'incoming_event')
    assert.deepEqual(
      events.map((frame) => textAt(frame, 'payload.event.text')),
      ['two', 'one', 'three'],
    )
  })

  test('catch-up is incomplete for a chat that the caller cannot see, and for an unknown chat or sequence', async () => {
    const { world, customer, agent, chatId } = await setUp()
    const foreign = await startChat(await (await suite.world()).customer())
    const someone = await startChat(await world.customer(), { scopes: { groups: [3] } })
    const member = await world.agent('cleo', { permission: 'normal', groups: [4] })
    const catchUpRequest = catchUpFrom([someone.chatId, 1], [foreign.chatId, 1], ['nothing', 1], [chatId, 99])
    const none = { [someone.chatId]: false, [foreign.chatId]: false, nothing: false, [chatId]: false }
    for (const person of [customer, member]) {
      const { complete, pushes } = await comeBack(person, catchUpRequest)
      assert.deepEqual([complete, pushes], [none, []])
    }
    const { complete } = await comeBack(agent, catchUpRequest)
    assert.deepEqual(complete, { ...none, [someone.chatId]: true })
  })

  test('catch-up is incomplete for a chat that became visible to the agent meanwhile', async () => {
    const { world, agent } = await setUp()
    const hidden = await startChat(await world.customer(), { scopes: { groups: [3] } })
    const member = await world.agent('cleo', { permission: 'normal', groups: [4] })
    const chat = { chat_id: hidden.chatId, agent_ids: [member.id] }
    await agent.web().succeed('join_chat', chat)
    assert.deepEqual((await comeBack(member, catchUpFrom([hidden.chatId, 1]))).complete, {
      [hidden.chatId]: false,
    })
    await say(agent, hidden.chatId, 'later')
    const { complete, pushes } = await comeBack(member, catchUpFrom([hidden.chatId, 2]))
    assert.deepEqual([complete, pushes.length > 0], [{ [hidden.chatId]: true }, true])
  })

  test('catch-up sends only chats that the caller may see now', async () => {
    const { world, agent, chatId } = await setUp()
    const member = await world.agent('cleo', { permission: 'normal', groups: [4] })
    await say(agent, chatId, 'seen')
    await agent.web().succeed('update_chat_scopes', { chat_id: chatId, add_scopes: { groups: [3] } })
    const { complete, pushes } = await comeBack(member, catchUpFrom([chatId, 2]))
    assert.deepEqual([complete, pushes], [{ [chatId]: false }, []])
  })

  test('catch-up repeats and omits nothing while events arrive', async () => {
    const { customer, agent, chatId } = await setUp()
    const writers = [await agent.connect(), await customer.connect()]
    let isOver = false
    const writing = writers.map(async (writer, index) => {
      for (let number = 0; number < 150; number += 1) {
        const event = { type: 'message', text: `${index} ${number}` }
        await writer.succeed('send_event', { chat_id: chatId, event })
      }
    })
    const written = Promise.all(writing).then(() => (isOver = true))
    const received: Frame[] = []
    let known = 2
    let isLast = false
    while (!isLast) {
      isLast = isOver
      const { client, complete, pushes } = await comeBack(agent, catchUpFrom([chatId, known]))
      assert.deepEqual(complete, { [chatId]: true })
      received.push(...pushes)
      known = numberAt(pushes.at(-1) ?? { sequence: known }, 'sequence')
      await client.close()
    }
    await written
    assert.deepEqual(
      sequencesOf(received),
      Array.from({ length: 300 }, (_, index) => index + 3),
    )
  })

  test('chat lists show the sequence of each chat, only on connections that asked for it', async () => {
    const { customer, agent, chatId } = await setUp()
    await say(customer, chatId, 'Hello?')
    const desk = await agent.open()
    const login = await desk.succeed('login', { token: agent.token, ...sequenced })
    const listed = await desk.succeed('get_filtered_chats')
    const phone = await customer.connect(undefined, sequenced)
    for (const answer of [login, listed, await phone.succeed('get_chats_summary')]) {
      assert.deepEqual(
        listAt(answer, 'chats_summary').map((chat) => numberAt(chat, 'sequence')),
        [3],
      )
    }
  })

  test('sequences are hidden from connections that did not ask for them and from older versions', async () => {
    const { customer, agent, other, chatId } = await setUp()
    const clients = [await customer.connect(), await agent.connect()]
    for (const version of customerVersions.filter((version) => version !== 'v0.5')) {
      clients.push(await customer.connect(version, catchUpFrom([chatId, 1])))
    }
    for (const version of agentVersions.filter((version) => version !== 'v0.4')) {
      clients.push(await agent.connect(version, catchUpFrom([chatId, 1])))
    }
    await everything(chatId, customer, agent, other)
    const typing = { chat_id: chatId, is_typing: true }
    await agent.web().succeed('send_typing_indicator', typing)
    for (const client of clients) {
      await client.call('get_chats_summary')
      await client.call('get_filtered_chats')
      await client.succeed('ping')
      assert.doesNotMatch(JSON.stringify(client.frames), /"sequence"|"catch_up"/)
      assert.ok(client.frames.length > 10)
    }
    for (const answer of [
      await customer.web().succeed('get_chats_summary'),
      await agent.web().succeed('get_filtered_chats'),
    ]) {
      assert.doesNotMatch(JSON.stringify(answer), /"sequence"/)
    }
  })

  test('sequence is part of every push about stored changes of a chat, and of no other', async () => {
    const { customer, agent, other, chatId } = await setUp()
    const desk = await agent.connect(undefined, sequenced)
    await everything(chatId, customer, agent, other)
    await customer.web().succeed('send_sneak_peek', { chat_id: chatId, sneak_peek_text: 'I am' })
    const multicast = { scopes: { agents: { all: true } }, content: {} }
    await agent.web().succeed('multicast', multicast)
    await agent.web().succeed('update_agent', { routing_status: 'not_accepting_chats' })
    const without = new Set(['incoming_sneak_peek', 'incoming_multicast', 'agent_updated'])
    const pushes = await desk.pushes()
    for (const frame of pushes)
      assert.equal('sequence' in frame, !without.has(String(frame.action)), String(frame.action))
    for (const name of without)
      assert.ok(
        pushes.some(({ action }) => action === name),
        name,
      )
  })

  test('login refuses an invalid list of chats to catch up on', async () => {
    const { customer, agent } = await setUp()
    const tooMany = Array.from({ length: 101 }, (_, index) => ({ chat_id: `${index}`, sequence: 1 }))
    for (const [catch_up, message] of [
      [true, 'payload.catch_up must be an object'],
      [{}, 'payload.catch_up.chats is required'],
      [{ chats: tooMany }, 'payload.catch_up.chats must have at most 100 items'],
      [{ chats: [{ chat_id: 'chat' }] }, 'payload.catch_up.chats[0].sequence is required'],
      [
        { chats: [{ chat_id: 'chat', sequence: -1 }] },
        'payload.catch_up.chats[0].sequence must be an integer from 0 to 9007199254740991',
      ],
      [{ chats: [{ chat_id: '', sequence: 1 }] }, 'payload.catch_up.chats[0].chat_id must not be empty'],
    ] as const) {
      for (const person of [customer, agent]) {
        const client = await person.open()
        assert.deepEqual(
          await client.refuse('login', { token: person.token, catch_up }),
          validation(message, { request: { catch_up } }),
        )
      }
    }
  })
})

forEachStorage('catch-up with small limits', (storage) => {
  const catchUp = { changesPerChat: 5, retentionMs: 60_000 }
  const fixed = { catchUp: { pushCount: 7, pushBytes: 65_536 }, housekeeping: { periodMs: 1_000 } }
  const suite = useEngine(storage, { catchUp, fixed })

  async function setUp() {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    return { world, customer, agent, ...(await startChat(customer)) }
  }

  test('catch-up is incomplete for a client that is too far behind, and complete for one within the limit', async () => {
    const { customer, agent, chatId } = await setUp()
    for (let number = 0; number < 6; number += 1) await say(customer, chatId, `${number}`)
    assert.deepEqual((await comeBack(agent, catchUpFrom([chatId, 1]))).complete, { [chatId]: false })
    const { complete, pushes } = await comeBack(agent, catchUpFrom([chatId, 2]))
    assert.deepEqual([complete, sequencesOf(pushes)], [{ [chatId]: true }, [3, 4, 5, 6, 7]])
  })

  test('catch-up leaves out whole chats when it reaches the maximum number of pushes', async () => {
    const { world, agent, chatId } = await setUp()
    const second = await startChat(await world.customer())
    const third = await startChat(await world.customer())
    for (let number = 0; number < 4; number += 1) {
      for (const id of [chatId, second.chatId, third.chatId]) await say(agent, id, `${number}`)
    }
    const catchUpRequest = catchUpFrom([chatId, 1], [second.chatId, 1], [third.chatId, 3])
    const { complete, pushes } = await comeBack(agent, catchUpRequest)
    assert.deepEqual(complete, { [chatId]: true, [second.chatId]: false, [third.chatId]: true })
    const chatIds = pushes.map((frame) => textAt(frame, 'payload.chat_id'))
    assert.deepEqual(new Set(chatIds), new Set([chatId, third.chatId]))
  })

  test('catch-up leaves out whole chats when it reaches the maximum number of bytes', async () => {
    const { world, agent, chatId } = await setUp()
    const second = await startChat(await world.customer())
    const third = await startChat(await world.customer())
    for (let number = 0; number < 3; number += 1) {
      for (const id of [chatId, second.chatId]) await say(agent, id, 'x'.repeat(16_000))
    }
    await say(agent, third.chatId, 'short')
    const catchUpRequest = catchUpFrom([chatId, 1], [second.chatId, 1], [third.chatId, 1])
    const { complete, pushes } = await comeBack(agent, catchUpRequest)
    assert.deepEqual(complete, { [chatId]: true, [second.chatId]: false, [third.chatId]: true })
    const chatIds = pushes.map((frame) => textAt(frame, 'payload.chat_id'))
    assert.deepEqual(new Set(chatIds), new Set([chatId, third.chatId]))
  })

  test('catch-up is incomplete once the stored pushes were deleted', async () => {
    const { customer, agent, chatId } = await setUp()
    await customer.web().succeed('update_customer', { name: 'Robin' })
    const known = catchUpFrom([chatId, 1])
    assert.deepEqual((await comeBack(agent, known)).complete, { [chatId]: true })
    suite.engine.clock.advance(61_000)
    const cleared = async () => (await comeBack(agent, known)).complete[chatId] === false
    for (let attempt = 0; attempt < 50 && !(await cleared()); attempt += 1) suite.engine.clock.advance(1_000)
    assert.equal(await cleared(), true)
  })
})
