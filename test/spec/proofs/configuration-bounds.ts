import assert from 'node:assert/strict'
import { resolveSettings } from '../../../packages/core/src/settings.js'
import { useEngine } from '../../support/engine.js'
import { at, listAt, textAt } from '../../support/json.js'
import { unhurriedRates } from '../../support/rates.js'
import { proving, provingInMemory } from '../proving.js'
import { verifies } from '../verifies.js'

const createBot = 'agents/create_bot_agent'
const createProperties = 'properties/create_properties'
const register = 'webhooks/register_webhook'
const webhook = { url: 'https://hooks.example/', action: 'thread_closed', secret_key: 'secret' } as const
const bot = { name: 'Botty', status: 'offline' } as const
const size = { type: 'int', locations: { chat: { access: { agent: { read: true, write: true } } } } }
const members = (length: number) => ({ chat_member_ids: { agents: ['x'.repeat(length)] } })

proving('bounds of the Configuration API', (storage) => {
  const suite = useEngine(storage)
  const setUp = async () => (await (await suite.world()).agent('ada')).configuration()

  verifies(
    [
      'configuration.update_bot_agent.request.id',
      'configuration.remove_bot_agent.request.bot_agent_id',
      'configuration.get_bot_agent_details.request.bot_agent_id',
      'configuration.unregister_webhook.request.webhook_id',
    ],
    'ids are required and must be strings',
    async () => {
      const web = await setUp()
      for (const [action, name] of [
        ['agents/update_bot_agent', 'id'],
        ['agents/remove_bot_agent', 'bot_agent_id'],
        ['agents/get_bot_agent_details', 'bot_agent_id'],
        ['webhooks/unregister_webhook', 'webhook_id'],
      ] as const) {
        const message = async (payload: object) => textAt(await web.refuse(action, payload), 'message')
        assert.match(await message({}), new RegExp(`payload\\.${name} is required`))
        assert.match(await message({ [name]: 1 }), new RegExp(`payload\\.${name} must be a string`))
        assert.equal(at(await web.refuse(action, { [name]: 'nobody' }), 'type'), 'validation')
      }
    },
  )

  verifies(
    'configuration.get_webhooks_config.request',
    'listing webhooks takes an empty object',
    async () => {
      const web = await setUp()
      assert.deepEqual(await web.succeed('webhooks/get_webhooks_config', {}), { webhooks_config: [] })
    },
  )

  verifies(
    ['decisions.8.11.names', 'decisions.8.11.one'],
    'properties have safe names of 1 to 256 characters, and a request creates at least one',
    async () => {
      const web = await setUp()
      const named = (name: string) => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(size)}}`)
      for (const name of ['', 'x'.repeat(257), '__proto__', 'constructor', 'prototype']) {
        assert.equal(at(await web.refuse(createProperties, named(name)), 'type'), 'validation', name)
      }
      for (const name of ['x', 'x'.repeat(256)]) await web.succeed(createProperties, named(name))
      assert.equal(at(await web.refuse(createProperties, {}), 'type'), 'validation')
    },
  )

  verifies('decisions.13.webhook_bytes', 'a webhook has at most 16 KiB as JSON', async () => {
    const web = await setUp()
    const filtered = (count: number) => ({
      ...webhook,
      filters: {
        chat_member_ids: { agents: Array.from({ length: count }, (_, index) => `${index}`.padEnd(250, 'x')) },
      },
    })
    await web.succeed(register, filtered(60))
    assert.match(textAt(await web.refuse(register, filtered(66)), 'message'), /larger than 16384 bytes/)
  })

  verifies(
    'decisions.13.bot_webhooks',
    'webhooks of a bot have at most 16 KiB as JSON, and 50 actions',
    async () => {
      const web = await setUp()
      const inputWith = (count: number, length: number) => {
        const actions = Array(count).fill({ name: 'thread_closed', filters: members(length) })
        return { ...bot, webhooks: { url: webhook.url, secret_key: 'secret', actions } }
      }
      await web.succeed(createBot, inputWith(50, 200))
      assert.match(
        textAt(await web.refuse(createBot, inputWith(50, 256)), 'message'),
        /larger than 16384 bytes/,
      )
      assert.match(textAt(await web.refuse(createBot, inputWith(51, 1)), 'message'), /at most 50 items/)
    },
  )
})

provingInMemory('the total of a license', (storage) => {
  const suite = useEngine(storage)

  /** Creates ten apps, because each app has a limit of its own below that of the license. */
  async function hosts() {
    const world = await suite.world()
    const agent = await world.agent('ada')
    const { admin, as } = suite.engine.parley
    const clientIds: string[] = []
    for (let count = 0; count <= 10; count += 1) {
      const { clientId } = await admin.apps.create({
        ...{ licenseId: world.licenseId, name: 'App', type: 'server', visibility: 'private' },
        ...{ redirectUris: [], scopes: [] },
      })
      clientIds.push(clientId)
    }
    return clientIds.map((clientId) => as({ agentId: agent.id, clientId }))
  }

  verifies('decisions.13.bots_per_license', 'a license can have at most 1,000 bots', async () => {
    const [last, ...others] = await hosts()
    for (const host of others) {
      for (let count = 0; count < 100; count += 1) await host.createBotAgent(bot)
    }
    await assert.rejects(async () => last?.createBotAgent(bot), /at most 1000 bots/)
  })

  verifies('decisions.13.properties_per_license', 'a license can have at most 1,000 properties', async () => {
    const [last, ...others] = await hosts()
    const locations = { chat: { access: { agent: { read: true, write: true } } } }
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`p${index}`, { type: 'int', locations } as const]),
    )
    for (const host of others) await host.createProperties(many)
    await assert.rejects(
      async () => last?.createProperties({ one: { type: 'int', locations } }),
      /at most 1000 properties/,
    )
  })
})

proving('the rate of the Configuration API', (storage) => {
  const { configurationsPerSecond } = resolveSettings({}).rates
  const rates = { ...unhurriedRates, configurationsPerSecond }
  const suite = useEngine(storage, { rates })

  verifies(
    'decisions.13.configurations.rate',
    'the rate limit of the Configuration API is 50 changes in a burst and 5 a second, without counting refused ones',
    async () => {
      const web = (await (await suite.world()).agent('ada')).configuration()
      for (let count = 0; count < 60; count += 1) await web.refuse(createBot, {})
      for (let count = 0; count < 25; count += 1) {
        await web.succeed(createBot, bot)
        await web.succeed(createProperties, { size })
      }
      const statusOf = async (action: string, payload: object) => (await web.post(action, payload)).status
      for (const [action, payload] of [
        [createBot, bot],
        [createProperties, { size }],
        [register, webhook],
      ] as const) {
        assert.equal(await statusOf(action, payload), 429)
      }
      assert.equal(listAt(await web.succeed('agents/get_bot_agents'), 'bot_agents').length, 25)
      suite.engine.clock.advance(1_000)
      const statuses: number[] = []
      for (let count = 0; count < 6; count += 1) statuses.push(await statusOf(register, webhook))
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
    },
  )
})
