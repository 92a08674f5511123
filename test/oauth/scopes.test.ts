import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Scope } from '@parley/core/admin'
import { actions } from '../../packages/core/src/actions/index.js'
import { test } from '../support/cells.js'
import { startChat } from '../support/conversations.js'
import { at } from '../support/json.js'
import { forEachStorage } from '../support/storages.js'
import { Person } from '../support/world.js'
import { call } from './call.js'
import { member, useCallers } from './scope-callers.js'
import { everyScope, isAllowed, scopedActions } from './scope-table.js'
import { registerApp } from './tenant.js'

/**
 * Actions that name nothing of a license, or that succeed even when the thing they name does not exist (decisions
 * §6.21).
 */
const unnamed = new Set([
  ...[
    'login',
    'upload_image',
    'start_chat',
    'get_filtered_chats',
    'get_archives',
    'change_push_notifications',
    'update_agent',
  ],
  ...['multicast', 'send_broadcast', 'add_auto_chat_scopes', 'get_auto_chat_scopes_config'],
  ...['properties/create_properties', 'properties/get_property_configs'],
  ...['agents/create_bot_agent', 'agents/get_bot_agents'],
  ...['webhooks/register_webhook', 'webhooks/get_webhooks_config'],
])

/** Returns whether the scope is among those of the action. */
function holds(name: string, scope: Scope): boolean {
  return scopedActions.some((action) => action.name === name && isAllowed(action.need, scope, member))
}

forEachStorage('oauth: scopes', (storage) => {
  const { suite, insertBot, given } = useCallers(storage)

  test('an agent of another license reaches nothing of this one with any single scope', async () => {
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
        const { accessToken } = await engine.parley.admin.tokens.createForAgent(issued)
        const bearer = new Person(world, 'agent', stranger.id, accessToken)
        for (const action of scopedActions) {
          const { name, need } = action
          const payload = action.payload({ ...chat, ...ids, self: stranger.id })
          const { status, body } = await call(bearer, action, payload)
          const what = `${name} with ${scope}: ${JSON.stringify(body)}`
          if (!unnamed.has(name) && !holds(name, scope)) assert.equal(status, 403, what)
          else if (!unnamed.has(name)) assert.ok(status === 400 || status === 403, what)
          else assert.ok(isAllowed(need, scope, member) ? status < 403 : status === 403, what)
        }
      }
    })
  })

  describe('the table of scopes', () => {
    test('the table of scopes names every action of the Agent and Configuration API', () => {
      const named = new Set(scopedActions.map(({ name }) => name))
      const both = [...Object.values(actions.agent), ...Object.values(actions.configuration)]
      const known = new Set(both.map(({ contract }) => contract.name))
      assert.deepEqual(
        [...known].filter((name) => !named.has(name)),
        [],
      )
    })
  })

  describe('a customer', () => {
    test('a customer cannot use the Agent and Configuration API, and an agent cannot use the Customer API', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const wrongWay = new Person(world, 'agent', customer.id, customer.token)
      for (const action of scopedActions) {
        if (action.name !== 'login') assert.equal((await call(wrongWay, action, {})).status, 401)
      }
      const other = new Person(world, 'customer', agent.id, agent.token).web()
      for (const name of ['get_chats_summary', 'start_chat', 'update_customer']) {
        assert.equal((await other.post(name, {})).status, 401)
      }
    })

    test('a customer needs no scope', async () => {
      const customer = await (await suite.world()).customer()
      const { chatId } = await startChat(customer)
      await customer.web().succeed('get_chat_threads_summary', { chat_id: chatId })
      await customer.web().succeed('close_thread', { chat_id: chatId })
    })
  })

  describe('author_id', () => {
    test('author_id must name a bot of the app of the token', async () => {
      const world = await suite.world()
      const [own, foreign] = [await registerApp(world), await registerApp(world)]
      const [human, colleague] = [await world.agent('ada'), await world.agent('bob')]
      const bot = await insertBot(world, foreign.clientId)
      const { licenseId, engine } = world
      const issue = ({ clientId }: { clientId: string }) =>
        engine.parley.admin.tokens.createForAgent({ licenseId, clientId, agentId: human.id })
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
