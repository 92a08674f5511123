import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Agent, Permission, Scope, Storage } from '@parley/core'
import { actions } from '../../../packages/core/src/actions/index.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import { Person, type World } from '../../support/world.js'
import {
  administratorScopes,
  everyScope,
  isAllowed,
  type ScopedAction,
  type Standing,
  scopedActions,
} from '../scope-table.js'
import { cheapPasswords, registerApp } from '../tenant.js'

interface Kind {
  readonly permission: Permission
  readonly standing: Standing
  /** Acts by `author_id`, on a token of an administrator who is no member. */
  readonly isBot?: boolean
}

const [member, seeing, blind] = [
  { isMember: true, isVisible: true },
  { isMember: false, isVisible: true },
  { isMember: false, isVisible: false },
]
/** What leaves the chat in another state than the next action expects. */
const changing = new Set(['close_thread', 'join_chat', 'remove_from_chat'])

const kinds: Readonly<Record<string, Kind>> = {
  'an agent in the chat': { permission: 'normal', standing: member },
  'an agent who sees the chat': { permission: 'normal', standing: seeing },
  'an agent who does not see the chat': { permission: 'normal', standing: blind },
  'an administrator in the chat': { permission: 'administrator', standing: member },
  'an administrator who is not in the chat': { permission: 'administrator', standing: seeing },
  'a bot in the chat': { permission: 'normal', standing: member, isBot: true },
  'a bot that sees the chat': { permission: 'normal', standing: seeing, isBot: true },
  'a bot that does not see the chat': { permission: 'normal', standing: blind, isBot: true },
}

forEachStorage('oauth: scopes', (storage) => {
  const opened: Storage[] = []
  const wrap = (inner: Storage) => {
    opened.push(inner)
    return inner
  }
  const suite = useEngine(storage, { ...cheapPasswords, wrap })

  async function insertBot(world: World, clientId: string): Promise<string> {
    const id = `b${world.licenseId}`.padEnd(32, '0')
    const bot: Agent = {
      id,
      licenseId: world.licenseId,
      name: 'Bot',
      email: null,
      avatar: null,
      permission: 'normal',
      groups: [0],
      maxChatsCount: 6,
      ownerClientId: clientId,
      routingStatus: 'accepting_chats',
      onlineUntil: world.engine.clock.now() + 600_000,
      createdAt: 0,
    }
    const [inner] = opened
    assert.ok(inner)
    assert.equal(await inner.transaction((tx) => tx.agents.insert(bot)), 'inserted')
    return id
  }

  /** A caller of that kind, with a fresh chat of theirs or not, for each call. */
  async function given({ permission, standing, isBot = false }: Kind) {
    const world = await suite.world()
    const app = await registerApp(world, { scopes: everyScope })
    const [boss, other] = [await world.agent('boss'), await world.agent('other')]
    const human = await world.agent('ada', { permission: isBot ? 'administrator' : permission })
    for (const person of [human, other]) await person.connect()
    const self = isBot ? await insertBot(world, app.clientId) : human.id
    const [customer, unloved] = [await world.customer(), await world.customer()]
    const newChat = async () => {
      const groups = standing.isVisible ? [] : [7]
      const chat = await startChat(customer, { scopes: { groups } })
      const agent_ids = standing.isMember ? [self, other.id] : [other.id]
      await boss.web().succeed('join_chat', { chat_id: chat.chatId, agent_ids })
      return chat
    }
    const { licenseId, engine } = world
    const bearerOf = async (scopes: readonly Scope[]) => {
      // So that the oldest of the 25 that an app may have for an agent is not this one.
      engine.clock.advance(1)
      const options = { licenseId, clientId: app.clientId, agentId: human.id, scopes }
      const { accessToken } = await engine.parley.admin.tokens.issueForAgent(options)
      return new Person(world, 'agent', human.id, accessToken)
    }
    const ids = { self, other: other.id, customerId: unloved.id }
    return { ids, newChat, bearerOf, options: isBot ? { authorId: self } : {} }
  }

  function expected(
    action: ScopedAction,
    scope: Scope | undefined,
    { permission, standing, isBot }: Kind,
  ): boolean {
    const isGranted =
      scope === undefined || permission === 'administrator' || isBot || !administratorScopes.has(scope)
    return isAllowed(action.need, isGranted ? scope : undefined, standing)
  }

  for (const [title, kind] of Object.entries(kinds)) {
    test(`one scope at a time, ${title} can do what the specification lists for it`, async () => {
      const { ids, newChat, bearerOf, options } = await given(kind)
      let chat = await newChat()
      for (const scope of [undefined, ...everyScope]) {
        const bearer = await bearerOf(scope === undefined ? [] : [scope])
        for (const action of scopedActions) {
          const { status, body } = await bearer
            .web(action.version)
            .post(action.name, action.payload({ ...chat, ...ids }), options)
          const what = `${action.name} with ${scope ?? 'no scope'}: ${JSON.stringify(body)}`
          assert.equal(status, expected(action, scope, kind) ? 200 : 403, what)
          if (status === 403) assert.equal(at(body, 'error.type'), 'authorization', what)
          else if (changing.has(action.name)) chat = await newChat()
        }
      }
    })
  }

  describe('the table of scopes', () => {
    test('names every action of the Agent API that asks for one', () => {
      const named = new Set(scopedActions.map(({ name }) => name))
      const known = new Set(Object.values(actions.agent).map(({ contract }) => contract.name))
      assert.deepEqual(
        [...known].filter((name) => !named.has(name)),
        ['login'],
      )
    })

    test('lets an agent log in without any', async () => {
      const agent = await (await suite.world()).agent('ada', { scopes: [] })
      await agent.connect()
    })
  })

  describe('a customer', () => {
    test('is nobody to the Agent API, and an agent nobody to the Customer API', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const wrongWay = new Person(world, 'agent', customer.id, customer.token).web()
      for (const { name } of scopedActions) assert.equal((await wrongWay.post(name, {})).status, 401)
      const other = new Person(world, 'customer', agent.id, agent.token).web()
      for (const name of ['get_chats_summary', 'start_chat', 'update_customer']) {
        assert.equal((await other.post(name, {})).status, 401)
      }
    })

    test('needs no scope', async () => {
      const customer = await (await suite.world()).customer()
      const { chatId } = await startChat(customer)
      await customer.web().succeed('get_chat_threads_summary', { chat_id: chatId })
      await customer.web().succeed('close_thread', { chat_id: chatId })
    })
  })

  describe('author_id', () => {
    test('must name a bot of the app of the token', async () => {
      const world = await suite.world()
      const [own, foreign] = [await registerApp(world), await registerApp(world)]
      const [human, colleague] = [await world.agent('ada'), await world.agent('bob')]
      const bot = await insertBot(world, foreign.clientId)
      const { licenseId, engine } = world
      const issue = ({ clientId }: { clientId: string }) =>
        engine.parley.admin.tokens.issueForAgent({ licenseId, clientId, agentId: human.id })
      const web = new Person(world, 'agent', human.id, (await issue(own)).accessToken).web()
      for (const authorId of [bot, colleague.id, human.id, 'nobody']) {
        const { status, body } = await web.post('start_chat', {}, { authorId })
        assert.deepEqual([status, at(body, 'error.type')], [403, 'authorization'])
      }
      const owner = new Person(world, 'agent', human.id, (await issue(foreign)).accessToken).web()
      const chat = await owner.succeed('start_chat', {}, { authorId: bot })
      assert.equal(at(chat, 'chat.users.0.id'), bot)
    })
  })
})
