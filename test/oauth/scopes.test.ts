import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Agent, Permission, Scope, Storage } from '@parley/core'
import { actions } from '../../packages/core/src/actions/index.js'
import { startChat } from '../support/conversations.js'
import { useEngine } from '../support/engine.js'
import { at, textAt } from '../support/json.js'
import { forEachStorage } from '../support/storages.js'
import { Person, type World } from '../support/world.js'
import {
  administratorScopes,
  everyScope,
  isAllowed,
  type ScopedAction,
  type Standing,
  scopedActions,
} from './scope-table.js'
import { cheapPasswords, registerApp, unhurriedRtm } from './tenant.js'
import { Watch } from './watch.js'

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
const changing = new Set(['close_thread', 'join_chat', 'remove_from_chat', 'remove_auto_chat_scopes'])

/** What names nothing of a license, or succeeds whether or not there is what it names (decisions §6.21). */
const unnamed = new Set([
  ...['start_chat', 'get_filtered_chats', 'get_archives', 'change_push_notifications', 'update_agent'],
  ...['multicast', 'send_broadcast', 'add_auto_chat_scopes', 'get_auto_chat_scopes_config'],
])

/** Whether the scope is among those of the action at all, whomever it names. */
function holds(name: string, scope: Scope): boolean {
  return scopedActions.some((action) => action.name === name && isAllowed(action.need, scope, member))
}

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
  const suite = useEngine(storage, { ...cheapPasswords, ...unhurriedRtm, wrap })

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
    const listeners = await Promise.all([human, other, boss].map((person) => person.connect()))
    const self = isBot ? await insertBot(world, app.clientId) : human.id
    const [customer, unloved] = [await world.customer(), await world.customer()]
    const newChat = async () => {
      const groups = standing.isVisible ? [] : [7]
      const chat = await startChat(customer, { scopes: { groups } })
      const agent_ids = standing.isMember ? [self, other.id] : [other.id]
      await boss.web().succeed('join_chat', { chat_id: chat.chatId, agent_ids })
      const rules = { chat_properties: { test: { bool_property: { exists: true } } } }
      const added = await boss.web().succeed('add_auto_chat_scopes', { scopes: { groups: [9] }, rules })
      return { ...chat, autoChatScopesId: textAt(added, 'auto_chat_scopes_id') }
    }
    const { licenseId, engine } = world
    const [storage] = opened
    assert.ok(storage)
    const watch = new Watch({
      ...{ storage, licenseId, agentIds: [self, other.id], customerIds: [customer.id, unloved.id] },
      listeners: [...listeners, await customer.connect()],
    })
    const bearerOf = async (scopes: readonly Scope[]) => {
      // So that the oldest of the 25 that an app may have for an agent is not this one.
      engine.clock.advance(1)
      const options = { licenseId, clientId: app.clientId, agentId: human.id, scopes }
      const { accessToken } = await engine.parley.admin.tokens.issueForAgent(options)
      return new Person(world, 'agent', human.id, accessToken)
    }
    const ids = { self, other: other.id, customerId: unloved.id }
    return { ids, newChat, bearerOf, watch, options: isBot ? { authorId: self } : {} }
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
      const { ids, newChat, bearerOf, watch, options } = await given(kind)
      let chat = await newChat()
      for (const scope of [undefined, ...everyScope]) {
        const bearer = await bearerOf(scope === undefined ? [] : [scope])
        const check = async (action: ScopedAction, status: number) => {
          const payload = action.payload({ ...chat, ...ids })
          const answer = await bearer.web(action.version).post(action.name, payload, options)
          const what = `${action.name} with ${scope ?? 'no scope'}: ${JSON.stringify(answer.body)}`
          assert.equal(answer.status, status, what)
          if (status === 403) assert.equal(at(answer.body, 'error.type'), 'authorization', what)
        }
        const isAllowedTo = (action: ScopedAction) => expected(action, scope, kind)
        await watch.leavesNoTrace(chat, async () => {
          for (const action of scopedActions) if (!isAllowedTo(action)) await check(action, 403)
        })
        for (const action of scopedActions.filter(isAllowedTo)) {
          await check(action, 200)
          if (changing.has(action.name)) chat = await newChat()
        }
      }
    })
  }

  test('one scope at a time, an agent of another license reaches nothing of this one', async () => {
    const { ids, newChat, watch } = await given({ permission: 'administrator', standing: member })
    const chat = await newChat()
    const world = await suite.world()
    const { licenseId, engine } = world
    const { clientId } = await registerApp(world, { scopes: everyScope })
    const stranger = await world.agent('eve')
    await stranger.connect()
    await watch.leavesNoTrace(chat, async () => {
      for (const scope of everyScope) {
        engine.clock.advance(1)
        const issued = { licenseId, clientId, agentId: stranger.id, scopes: [scope] }
        const { accessToken } = await engine.parley.admin.tokens.issueForAgent(issued)
        const web = (version?: string) => new Person(world, 'agent', stranger.id, accessToken).web(version)
        for (const { name, version, need, payload } of scopedActions) {
          const { status, body } = await web(version).post(
            name,
            payload({ ...chat, ...ids, self: stranger.id }),
          )
          const what = `${name} with ${scope}: ${JSON.stringify(body)}`
          if (!unnamed.has(name) && !holds(name, scope)) assert.equal(status, 403, what)
          else if (!unnamed.has(name)) assert.ok(status === 400 || status === 403, what)
          else assert.ok(isAllowed(need, scope, member) ? status < 403 : status === 403, what)
        }
      }
    })
  })

  describe('the table of scopes', () => {
    test('names every action of the Agent API that asks for one', () => {
      const named = new Set(scopedActions.map(({ name }) => name))
      const known = new Set(Object.values(actions.agent).map(({ contract }) => contract.name))
      assert.deepEqual(
        [...known].filter((name) => !named.has(name)),
        // The file of `upload_image` comes in a form: `test/api/files`.
        ['login', 'upload_image'],
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
