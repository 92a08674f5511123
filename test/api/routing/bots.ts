import assert from 'node:assert/strict'
import type { Parley } from '@parley/core'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { eventually, within } from '../../support/deadline.js'
import { type TestEngine, useEngine } from '../../support/engine.js'
import { at, listAt, textAt } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import { Person, type World } from '../../support/world.js'

const update = 'agents/update_bot_agent'

async function createBot(owner: Person, fields: object = {}): Promise<string> {
  const bot = { name: 'Botty', status: 'accepting chats', ...fields }
  return textAt(await owner.configuration().succeed('agents/create_bot_agent', bot), 'bot_agent_id')
}

async function statusOf(owner: Person, id: string): Promise<unknown> {
  const shown = await owner.configuration().succeed('agents/get_bot_agent_details', { bot_agent_id: id })
  return at(shown, 'bot_agent.status')
}

async function agentsIn(reader: Person, chatId: string): Promise<readonly unknown[]> {
  const { chat } = Object(await reader.web().succeed('get_chat_threads', { chat_id: chatId }))
  const present = listAt(chat, 'users').filter((user) => at(user, 'present') === true)
  return present.filter((user) => at(user, 'type') === 'agent').map((user) => at(user, 'id'))
}

const waitForAgents = (reader: Person, chatId: string, agentIds: readonly string[]) =>
  eventually(async () => assert.deepEqual(await agentsIn(reader, chatId), agentIds))

/** Collects the events of that agent that the host receives. */
function waitForFact(
  { parley }: TestEngine,
  name: 'agent_went_offline' | 'agent_deleted',
  id: string,
): Promise<void> {
  const received = new Promise<void>((resolve) => {
    const end = parley.on(name, ({ payload }) => {
      if (payload.agent_id !== id) return
      end()
      resolve()
    })
  })
  return within(received, () => `${name} of ${id}`)
}

function tokenOf({ engine, licenseId, clientId }: World, agentId: string) {
  return engine.parley.admin.tokens.createForAgent({ licenseId, clientId, agentId })
}

forEachStorage('a bot', (storage) => {
  const suite = useEngine(storage, { routing: { mode: 'automatic' } })
  const setUp = async () => {
    const world = await suite.world()
    const [ada, customer] = [await world.agent('ada'), await world.customer()]
    return { world, ada, customer, engine: world.engine }
  }
  /** Creates a customer whose chat the bot serves. */
  const startServedChat = async () => {
    const scene = await setUp()
    const id = await createBot(scene.ada)
    const { chatId } = await startChat(scene.customer)
    await waitForAgents(scene.ada, chatId, [id])
    return { ...scene, id, chatId }
  }

  test('a bot that accepts chats is assigned threads without a connection, and the customer receives the push', async () => {
    const { ada, customer } = await setUp()
    const id = await createBot(ada)
    const phone = await customer.connect()
    const { chatId } = await startChat(customer)
    const joined = await phone.push('chat_users_updated')
    assert.equal(textAt(joined, 'updated_users.added.0.id'), id)
    const eventPush = await phone.next(({ action }) => action === 'incoming_event', 'who was assigned')
    assert.equal(at(eventPush, 'payload.event.text'), 'Botty was assigned to the chat')
    const event = { type: 'message', text: 'Hello' }
    await ada.web().succeed('send_event', { chat_id: chatId, event }, { authorId: id })
    assert.equal(at(await phone.push('incoming_event'), 'event.author_id'), id)
    // Ids match regardless of upper and lower case wherever a request names them.
    await ada.web().succeed('send_event', { chat_id: chatId, event }, { authorId: id.toUpperCase() })
    assert.equal(at(await phone.push('incoming_event'), 'event.author_id'), id)
  })

  test('a bot that does not accept chats, or is offline, is assigned a thread once it accepts', async () => {
    for (const status of ['not accepting chats', 'offline']) {
      const { ada, customer } = await setUp()
      const id = await createBot(ada, { status })
      const { chatId } = await startChat(customer)
      const queue = await customer.web().succeed('get_chats_summary', {})
      assert.ok(queue)
      assert.deepEqual(await agentsIn(ada, chatId), [])
      await ada.configuration().succeed(update, { id, status: 'accepting chats' })
      await waitForAgents(ada, chatId, [id])
    }
  })

  test('a bot has at most its maximum number of chats, until the maximum is raised', async () => {
    const { world, ada, customer } = await setUp()
    const id = await createBot(ada, { max_chats_count: 1 })
    const first = await startChat(customer)
    await waitForAgents(ada, first.chatId, [id])
    const second = await startChat(await world.customer())
    assert.deepEqual(await agentsIn(ada, second.chatId), [])
    await ada.configuration().succeed(update, { id, max_chats_count: 2 })
    await waitForAgents(ada, second.chatId, [id])
  })

  test('a bot is assigned threads by its priority, before agents of a lower and after those of a higher one', async () => {
    const { world, ada, customer } = await setUp()
    await ada.connect()
    const last = await createBot(ada, { groups: [{ id: 0, priority: 'last' }] })
    const chat = await startChat(customer)
    await waitForAgents(ada, chat.chatId, [ada.id])
    await ada.configuration().succeed(update, { id: last, groups: [{ id: 0, priority: 'first' }] })
    const next = await startChat(await world.customer())
    await waitForAgents(ada, next.chatId, [last])
  })

  test('a bot that stops accepting chats keeps its current chats', async () => {
    const { ada, id, chatId, engine } = await startServedChat()
    await ada.configuration().succeed(update, { id, status: 'not accepting chats' })
    engine.clock.advance(5_000)
    await engine.parley.health()
    assert.deepEqual(await agentsIn(ada, chatId), [id])
  })

  test('a bot that goes offline leaves its chats, which are assigned to other agents', async () => {
    const { ada, id, chatId, engine } = await startServedChat()
    await ada.connect()
    const offline = waitForFact(engine, 'agent_went_offline', id)
    await ada.configuration().succeed(update, { id, status: 'offline' })
    await offline
    await waitForAgents(ada, chatId, [ada.id])
    assert.equal(await statusOf(ada, id), 'offline')
  })

  test('a removed bot leaves its chats, which are assigned to other agents', async (context) => {
    const { ada, id, chatId, engine } = await startServedChat()
    const stored = engine.openStorage()
    await stored.open()
    context.after(() => stored.close())
    await ada.connect()
    // The chat is read immediately when the removal is reported. A process that ended then must not leave the chat
    // without an agent.
    const left = waitForFact(engine, 'agent_deleted', id).then(() => stored.read.chats.getHead(chatId))
    await ada.configuration().succeed('agents/remove_bot_agent', { bot_agent_id: id })
    const head = await left
    assert.ok(head?.members.every((member) => member.id !== id))
    await waitForAgents(ada, chatId, [ada.id])
  })

  /** Ways to end the token with which Ada created the bot. */
  const endings: readonly (readonly [what: string, end: (parley: Parley, ada: Person) => Promise<void>])[] = [
    ['the revocation of its token', (parley, ada) => parley.admin.tokens.revoke(ada.token)],
    ['a new password of the agent', (parley, ada) => parley.admin.agents.setPassword(ada.id, 'long enough')],
    ['the removal of the agent', (parley, ada) => parley.admin.agents.delete(ada.id)],
    ['the removal of the app', (parley, ada) => parley.admin.apps.delete(ada.world.clientId)],
  ]

  for (const [what, end] of endings) {
    test(`a bot is logged out by ${what}, and its chats are assigned to other agents`, async () => {
      const { world, engine, id, chatId, ada } = await startServedChat()
      const boss = await world.agent('boss')
      const offline = waitForFact(engine, 'agent_went_offline', id)
      await end(engine.parley, ada)
      await eventually(async () => {
        engine.clock.advance(1_000)
        await engine.parley.health()
        const { bot_agents } = await engine.parley.as({ agentId: boss.id }).getBotAgents({ all: true })
        assert.deepEqual(
          bot_agents.map(({ status }) => status),
          ['offline'],
        )
      })
      await offline
      const { chat } = await engine.parley.as({ agentId: boss.id }).getChatThreads({ chat_id: chatId })
      const agents = listAt(chat, 'users').filter(
        (user) => at(user, 'type') === 'agent' && at(user, 'present') === true,
      )
      assert.deepEqual(agents, [])
    })
  }

  test('a bot goes offline when the token that last changed it is revoked, not when tokens of the host are', async () => {
    const { world, engine, id, ada } = await startServedChat()
    const later = await tokenOf(world, ada.id)
    const again = new Person(world, 'agent', ada.id, later.accessToken)
    await again.configuration().succeed(update, { id, name: 'Other' })
    await engine.parley
      .as({ agentId: ada.id, clientId: world.clientId })
      .updateBotAgent({ id, name: 'Third' })
    const boss = await world.agent('boss')
    const status = async () => {
      engine.clock.advance(1_000)
      await engine.parley.health()
      return statusOf(boss, id)
    }
    await engine.parley.admin.tokens.revoke(ada.token)
    assert.equal(await status(), 'accepting chats')
    await engine.parley.admin.tokens.revoke(later.refreshToken)
    assert.equal(await status(), 'offline')
  })
})
