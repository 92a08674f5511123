import assert from 'node:assert/strict'
import { expectedError } from './errors.js'
import { assertLike, at, someId, textAt } from './json.js'
import type { ServerCases } from './suite.js'
import { asJson, bearer, exchange } from './web.js'

const color = { type: 'string', locations: { chat: { access: { agent: { read: true, write: true } } } } }
const webhook = {
  ...{
    url: 'https://hooks.example/in',
    action: 'incoming_event',
    secret_key: 'a secret',
    description: 'Ours',
  },
  ...{ filters: { author_type: 'customer' }, additional_data: ['chat_properties'] },
}

/** Cases for the Configuration API (spec configuration.md). */
export function configurationCases(cases: ServerCases): void {
  protocolCases(cases)
  contentCases(cases)
}

function protocolCases(cases: ServerCases): void {
  cases.add(
    'the body is the payload itself, and a missing body is an empty payload',
    async ({ ada, server }) => {
      const address = `${server.baseUrl}/configuration/v0.5/agents/get_bot_agents`
      for (const body of ['', '{}', '{"all":true}']) {
        const headers = { ...asJson, ...bearer(ada.token) }
        const response = await exchange(address, { method: 'POST', headers, body })
        assert.deepEqual([response.status, response.body], [200, { bot_agents: [] }], body)
      }
    },
  )

  cases.add('an address without a version means the newest version', async ({ ada }) => {
    assert.deepEqual((await ada.configure('properties/create_properties', { color }, '')).body, {})
    assert.equal((await ada.configure('properties/get_property_configs', {}, '')).status, 200)
    const older = await ada.configure('properties/get_property_configs', {}, 'v0.3/')
    assert.equal(older.status, 400)
    assertLike(older.body, { error: expectedError('validation') })
  })

  cases.add('callers without the scope and callers who are not agents are refused', async (context) => {
    const { bob } = context
    const customer = await context.customer()
    const refused = await bob.configure('webhooks/register_webhook', webhook)
    assert.equal(refused.status, 403)
    assertLike(refused.body, { error: expectedError('authorization') })
    const stranger = await customer.configure('webhooks/register_webhook', webhook)
    assert.equal(stranger.status, 401)
    assert.match(stranger.headers.get('www-authenticate') ?? '', /^Bearer\b/)
    assertLike(stranger.body, { error: expectedError('authentication') })
  })
}

function contentCases(cases: ServerCases): void {
  cases.add('created properties are returned as they were sent and apply immediately', async (context) => {
    const { ada, tenant } = context
    assert.deepEqual((await ada.configure('properties/create_properties', { color })).body, {})
    const listed = await ada.configure('properties/get_property_configs')
    assert.deepEqual(listed.body, { [tenant.app.clientId]: { color } })
    const { chatId: chat_id } = await context.chatOf(ada)
    const properties = { [tenant.app.clientId]: { color: 'green' } }
    assert.deepEqual(await ada.succeed('update_chat_properties', { chat_id, properties }), {})
    const wrong = { [tenant.app.clientId]: { color: 7 } }
    assertLike(
      await ada.refuse('update_chat_properties', { chat_id, properties: wrong }),
      expectedError('validation'),
    )
  })

  cases.add('a webhook is listed as it was registered until it is unregistered', async ({ ada }) => {
    const registered = await ada.configure('webhooks/register_webhook', webhook)
    assertLike(registered.body, { webhook_id: someId })
    const webhook_id = textAt(registered.body, 'webhook_id')
    const listed = await ada.configure('webhooks/get_webhooks_config')
    assert.deepEqual(listed.body, { webhooks_config: [{ webhook_id, ...webhook }] })
    assert.deepEqual((await ada.configure('webhooks/unregister_webhook', { webhook_id })).body, {})
    assert.deepEqual((await ada.configure('webhooks/get_webhooks_config')).body, { webhooks_config: [] })
  })

  cases.add(
    'a bot is returned as it was created and updated until it is removed',
    async ({ ada, tenant }) => {
      const bot = { name: 'Botty', status: 'not accepting chats', max_chats_count: 3 }
      const groups = [{ id: 0, priority: 'last' }]
      const made = await ada.configure('agents/create_bot_agent', { ...bot, groups })
      const id = textAt(made.body, 'bot_agent_id')
      assert.deepEqual((await ada.configure('agents/update_bot_agent', { id, name: 'Robby' })).body, {})
      const details = await ada.configure('agents/get_bot_agent_details', { bot_agent_id: id })
      const application = { client_id: tenant.app.clientId }
      assert.deepEqual(details.body, { bot_agent: { id, ...bot, name: 'Robby', groups, application } })
      const listed = await ada.configure('agents/get_bot_agents')
      assert.deepEqual(at(listed.body, 'bot_agents.0'), { id, name: 'Robby', status: bot.status })
      assert.deepEqual((await ada.configure('agents/remove_bot_agent', { bot_agent_id: id })).body, {})
      assert.deepEqual((await ada.configure('agents/get_bot_agents')).body, { bot_agents: [] })
    },
  )
}
