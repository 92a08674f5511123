import assert from 'node:assert/strict'
import { say, startChat } from '../../support/conversations.js'
import { eventually } from '../../support/deadline.js'
import { useEngine } from '../../support/engine.js'
import { at, listAt, textAt } from '../../support/json.js'
import { DestinationServer } from '../../webhooks/destination-server.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const create = 'agents/create_bot_agent'
const update = 'agents/update_bot_agent'
const details = 'agents/get_bot_agent_details'
const plain = { name: 'Botty', status: 'not accepting chats' } as const
const actions = [
  'incoming_chat_thread',
  'incoming_event',
  'chat_users_updated',
  'agent_status_changed',
  'agent_deleted',
]

const idOf = (created: unknown) => textAt(created, 'bot_agent_id')

proving('webhooks of bots', (storage) => {
  const suite = useEngine(storage, { webhooks: { allowPrivateTargets: true }, expectsErrors: true })

  async function setUp() {
    const world = await suite.world()
    const [ada, customer, destination] = [
      await world.agent('ada'),
      await world.customer(),
      await DestinationServer.start(),
    ]
    const bodies = () => destination.requests.map(({ body }): unknown => JSON.parse(body))
    /** Resolves with the deliveries about each chat, in order, once that many have arrived. */
    const waitForDeliveries = async (count: number) => {
      await eventually(async () => assert.equal(bodies().length, count))
      return bodies()
    }
    const webhooks = {
      ...{ url: destination.url, secret_key: 'of the bot' },
      actions: actions.map((name) => ({ name })),
    }
    return { world, ada, customer, destination, webhooks, waitForDeliveries }
  }

  verifies(
    ['decisions.8.8.all_chats', 'decisions.8.8.destination'],
    'webhooks of bots receive events of all chats, whether the bot is a member or not',
    async () => {
      const { ada, customer, webhooks, waitForDeliveries } = await setUp()
      const id = idOf(await ada.configuration().succeed(create, { ...plain, webhooks }))
      const { chatId: chat_id } = await startChat(customer)
      await say(customer, chat_id, 'before')
      await ada.web().succeed('join_chat', { chat_id, agent_ids: [id] })
      await say(customer, chat_id, 'while it is there')
      await ada.web().succeed('remove_from_chat', { chat_id, agent_ids: [id] })
      await say(customer, chat_id, 'after')
      const sent = await waitForDeliveries(7)
      const [thread, event, users] = ['incoming_chat_thread', 'incoming_event', 'chat_users_updated']
      assert.deepEqual(
        sent.map((body) => [at(body, 'action'), at(body, 'webhook_id'), at(body, 'secret_key')]),
        [thread, event, users, event, users, event, event].map((action) => [action, id, 'of the bot']),
      )
      assert.equal(at(sent[3], 'data.event.text'), 'while it is there')
      assert.deepEqual(at(sent[4], 'data.updated_users.agents.removed_ids'), [id])
    },
  )

  verifies(
    ['decisions.8.8.narrowed'],
    'webhooks of bots are limited by chat_member_ids to chats of the bot',
    async () => {
      const { ada, customer, webhooks, waitForDeliveries } = await setUp()
      const web = ada.configuration()
      const id = idOf(await web.succeed(create, plain))
      const filters = { author_type: 'customer', chat_member_ids: { agents: [id] } }
      const narrowed = [{ name: 'incoming_event', filters }]
      await web.succeed(update, { id, webhooks: { ...webhooks, actions: narrowed } })
      const { chatId: chat_id } = await startChat(customer)
      await say(customer, chat_id, 'before')
      await ada.web().succeed('join_chat', { chat_id, agent_ids: [id] })
      await say(customer, chat_id, 'while it is there')
      const [only] = await waitForDeliveries(1)
      assert.equal(at(only, 'data.event.text'), 'while it is there')
    },
  )

  verifies(
    ['decisions.8.8.agents', 'decisions.8.7.webhooks'],
    'webhooks of bots receive the status and end of every agent, as those of apps are',
    async () => {
      const { world, ada, destination, webhooks } = await setUp()
      const web = ada.configuration()
      const own = await DestinationServer.start()
      const given = { ...plain, webhooks: { ...webhooks, url: own.url } }
      const id = idOf(await web.succeed(create, given))
      for (const action of ['agent_status_changed', 'agent_deleted']) {
        const { url, secret_key } = webhooks
        await web.succeed('webhooks/register_webhook', { url, secret_key, action })
      }
      const bob = await world.agent('bob')
      await bob.connect()
      await web.succeed(update, { id, status: 'offline' })
      await suite.engine.parley.admin.agents.delete(bob.id)
      await web.succeed('agents/remove_bot_agent', { bot_agent_id: id })
      const actionsOf = ({ requests }: DestinationServer, agentId: string) =>
        requests
          .map(({ body }): unknown => JSON.parse(body))
          .filter((body) => at(body, 'data.agent_id') === agentId)
          .map((body) => at(body, 'action'))
          .toSorted()
      await eventually(async () => {
        assert.deepEqual(actionsOf(own, id), ['agent_deleted', 'agent_status_changed'])
        assert.ok(actionsOf(own, bob.id).includes('agent_deleted'))
        assert.deepEqual(actionsOf(destination, id), actionsOf(own, id))
        assert.deepEqual(actionsOf(destination, bob.id), actionsOf(own, bob.id))
      })
    },
  )

  verifies(
    ['decisions.8.13.replaced', 'configuration.update_bot_agent.request.optional'],
    'webhooks of bots are replaced as a whole, and kept when other fields change',
    async () => {
      const { ada, webhooks } = await setUp()
      const web = ada.configuration()
      const bot = { ...plain, avatar: 'https://bot.example/a.png', max_chats_count: 2, webhooks }
      const id = idOf(await web.succeed(create, bot))
      const shown = async () => at(await web.succeed(details, { bot_agent_id: id }), 'bot_agent')
      const before = Object(await shown())
      assert.deepEqual(before.webhooks, webhooks)
      for (const given of [
        { name: 'Other' },
        { avatar: 'https://bot.example/b.png' },
        { status: 'offline' },
        { max_chats_count: 9 },
        { groups: [{ id: 0, priority: 'last' }] },
        { webhooks: { url: 'https://bot.example/', secret_key: 'x', actions: [{ name: 'thread_closed' }] } },
      ]) {
        await web.succeed(update, { id, ...given })
        Object.assign(before, given)
        assert.deepEqual(await shown(), before)
      }
    },
  )
})

proving('bots', (storage) => {
  const suite = useEngine(storage)

  verifies(
    ['bot.no_email', 'bot.groups.only', 'decisions.8.13.versions', 'bot.older.additional_data'],
    'bots have no e-mail address and group 0, and their endpoints in every version',
    async () => {
      const ada = await (await suite.world()).agent('ada')
      for (const version of ['v0.3', 'v0.4', 'v0.5']) {
        const web = ada.configuration(version)
        const id = idOf(await web.succeed(create, plain))
        const shown = await web.succeed(details, { bot_agent_id: id })
        assert.deepEqual(at(shown, 'bot_agent.groups'), [{ id: 0, priority: 'normal' }])
        assert.ok(!Object.keys(Object(at(shown, 'bot_agent'))).includes('email'))
        await web.succeed(update, { id, name: 'Other' })
        const listed = listAt(await web.succeed('agents/get_bot_agents'), 'bot_agents')
        assert.ok(listed.some((bot) => at(bot, 'id') === id && at(bot, 'name') === 'Other'))
        const { chatId: chat_id } = await startChat(ada)
        await ada.web().succeed('join_chat', { chat_id, agent_ids: [id] })
        const chat = at(await ada.web().succeed('get_chat_threads', { chat_id }), 'chat')
        const user = listAt(chat, 'users').find((one) => at(one, 'id') === id)
        assert.equal(at(user, 'email'), '')
        await web.succeed('agents/remove_bot_agent', { bot_agent_id: id })
        const action = { name: 'incoming_event', additional_data: ['chat_properties'] }
        const webhooks = { url: 'https://bot.example/', secret_key: 'x', actions: [action] }
        const { status } = await web.post(create, { ...plain, webhooks })
        assert.equal(status, version === 'v0.3' ? 400 : 200)
      }
      const { bot_agents } = Object(await ada.configuration().succeed('agents/get_bot_agents'))
      const older = await ada.configuration('v0.3').succeed(details, { bot_agent_id: bot_agents[0].id })
      assert.deepEqual(at(older, 'bot_agent.webhooks.actions'), [{ name: 'incoming_event' }])
    },
  )

  verifies(
    ['decisions.8.12.expired', 'decisions.8.12.owner'],
    'bots outlive expired tokens, and are logged out together with their creator',
    async () => {
      const world = await suite.world()
      const { agents } = suite.engine.parley.admin
      const [ada, bob, carol] = [
        await world.agent('ada'),
        await world.agent('bob'),
        await world.agent('carol'),
      ]
      const ids: string[] = []
      for (const owner of [ada, bob, carol])
        ids.push(idOf(await owner.configuration().succeed(create, plain)))
      const host = suite.engine.parley.as({ agentId: ada.id, clientId: world.clientId })
      const statuses = async () => {
        const { bot_agents } = await host.getBotAgents({})
        return ids.map((id) => bot_agents.find((bot) => bot.id === id)?.status)
      }
      suite.engine.clock.advance(9 * 3_600_000)
      await ada.configuration().refuse(create, plain)
      const { status } = plain
      assert.deepEqual(await statuses(), [status, status, status])
      await agents.setPassword(bob.id, 'a new password')
      await agents.delete(carol.id)
      await eventually(async () => {
        suite.engine.clock.advance(1_000)
        assert.deepEqual(await statuses(), [status, 'offline', 'offline'])
      })
    },
  )
})

proving('priorities of bots', (storage) => {
  const suite = useEngine(storage, { routing: { mode: 'automatic' } })

  verifies(
    ['bot.groups.priority.first', 'bot.groups.priority.normal', 'bot.groups.priority.last'],
    'priorities of bots decide which agent of the group gets a chat: the next one only when those before are full',
    async () => {
      const world = await suite.world()
      const ada = await world.agent('ada')
      const web = ada.configuration()
      const bots = new Map<string, string>()
      for (const priority of ['last', 'normal', 'first']) {
        const groups = [{ id: 0, priority }]
        const given = { name: priority, status: 'accepting chats', max_chats_count: 2, groups }
        bots.set(idOf(await web.succeed(create, given)), priority)
      }
      const given: (string | undefined)[] = []
      for (let count = 0; count < 6; count += 1) {
        const { chatId: chat_id } = await startChat(await world.customer())
        await eventually(async () => {
          const chat = at(await ada.web().succeed('get_chat_threads', { chat_id }), 'chat')
          const bot = listAt(chat, 'users').find((user) => at(user, 'type') === 'agent')
          given.push(bots.get(textAt(bot, 'id')))
        })
      }
      assert.deepEqual(given, ['first', 'first', 'normal', 'normal', 'last', 'last'])
    },
  )
})
