import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Scope } from '@parley/core/admin'
import { test } from '../../support/cells.js'
import { eventually } from '../../support/deadline.js'
import { useEngine } from '../../support/engine.js'
import { authorization, validation } from '../../support/errors.js'
import { at, has, listAt, textAt } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import { exchange } from '../../support/web-client.js'
import { Person } from '../../support/world.js'

const register = 'webhooks/register_webhook'
const list = 'webhooks/get_webhooks_config'
const unregister = 'webhooks/unregister_webhook'

const plain = { url: 'https://hooks.example/in', action: 'thread_closed', secret_key: 'secret "ключ"' }
const older = {
  ...plain,
  description: 'What it is for',
  filters: {
    chat_properties: { test: { string_property: { values: ['a', 'b'] }, int_property: { exists: false } } },
    thread_properties: { test: { bool_property: { exclude_values: [true] } } },
  },
}
const newer = {
  ...{ ...plain, action: 'incoming_event' },
  filters: {
    chat_properties: { test: { int_property: { exclude_values: [1] } } },
    event_properties: { test: { tokenized_string_property: { values: ['two words'] } } },
    chat_member_ids: { agents_any: ['ada@example.com'] },
    author_type: 'customer',
  },
  additional_data: ['chat_properties'],
}
const unknown = validation('payload.webhook_id does not match any webhook')

const configOf = async (person: Person, version?: string) =>
  listAt(await person.configuration(version).succeed(list), 'webhooks_config')

const idOf = async (person: Person, webhook: object) =>
  textAt(await person.configuration().succeed(register, webhook), 'webhook_id')

/** Returns the same agent with a token of another app. */
async function byOtherApp({ world, id }: Person, scopes: readonly Scope[]): Promise<Person> {
  const { licenseId, engine } = world
  const { clientId } = await engine.parley.admin.apps.create({
    ...{ licenseId, name: 'Other', type: 'server', visibility: 'private', redirectUris: [] },
    scopes,
  })
  const { accessToken } = await engine.parley.admin.tokens.createForAgent({
    licenseId,
    clientId,
    agentId: id,
  })
  return new Person(world, 'agent', id, accessToken)
}

forEachStorage('webhooks over the Configuration API', (storage) => {
  const suite = useEngine(storage)

  for (const [version, webhooks] of [
    ['v0.3', [plain, older]],
    ['v0.4', [plain, older, newer]],
    ['v0.5', [plain, older, newer]],
  ] as const) {
    test(`a webhook is shown as it was registered, in ${version}`, async () => {
      const ada = await (await suite.world()).agent('ada')
      const web = ada.configuration(version)
      assert.deepEqual(await web.succeed(list), { webhooks_config: [] })
      const shown: object[] = []
      for (const webhook of webhooks) {
        const answer = await web.succeed(register, webhook)
        assert.deepEqual(Object.keys(Object(answer)), ['webhook_id'])
        const webhook_id = textAt(answer, 'webhook_id')
        assert.match(webhook_id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)
        shown.push({ webhook_id, ...webhook })
      }
      assert.deepEqual(await web.succeed(list), { webhooks_config: shown })
    })
  }

  test('get_webhooks_config lists webhooks in the order of registration, identical ones twice', async () => {
    const ada = await (await suite.world()).agent('ada')
    const ids = [await idOf(ada, plain), await idOf(ada, plain), await idOf(ada, newer)]
    const shown = await configOf(ada)
    assert.deepEqual(
      shown.map((webhook) => textAt(webhook, 'webhook_id')),
      ids,
    )
  })

  test('v0.3 shows a webhook without the fields that only newer versions have', async () => {
    const ada = await (await suite.world()).agent('ada')
    const webhook_id = await idOf(ada, newer)
    await idOf(ada, { ...plain, action: 'agent_deleted' })
    const { additional_data: _, filters, ...known } = newer
    const { chat_member_ids: __, author_type: ___, ...knownFilters } = filters
    assert.deepEqual(await configOf(ada, 'v0.3'), [{ webhook_id, ...known, filters: knownFilters }])
    assert.equal((await configOf(ada)).length, 2)
  })

  test('v0.3 refuses to register a webhook with fields that only newer versions have', async () => {
    const web = (await (await suite.world()).agent('ada')).configuration('v0.3')
    for (const [input, detail] of [
      [{ additional_data: ['chat_properties'] }, 'payload.additional_data cannot be set'],
      ...['author_type', 'chat_member_ids'].map(
        (name) =>
          [
            { filters: { [name]: {} } },
            `payload.filters cannot have ${name}: its keys are chat_properties, thread_properties, event_properties`,
          ] as const,
      ),
    ] as const) {
      assert.deepEqual(await web.refuse(register, { ...plain, ...input }), validation(detail))
    }
    const refused = await web.refuse(register, { ...plain, action: 'incoming_rich_message_postback' })
    assert.equal(at(refused, 'type'), 'validation')
  })

  test('unregister_webhook removes one webhook and leaves the others', async () => {
    const ada = await (await suite.world()).agent('ada')
    const [first, second] = [await idOf(ada, plain), await idOf(ada, newer)]
    const web = ada.configuration()
    assert.deepEqual(await web.succeed(unregister, { webhook_id: first }), {})
    assert.deepEqual(await configOf(ada), [{ webhook_id: second, ...newer }])
    assert.deepEqual(await web.refuse(unregister, { webhook_id: first }), unknown)
    assert.deepEqual(await ada.configuration('v0.3').succeed(unregister, { webhook_id: second }), {})
    assert.deepEqual(await configOf(ada), [])
  })

  test('register_webhook registers one webhook when it is repeated with one idempotency key', async () => {
    const ada = await (await suite.world()).agent('ada')
    const web = ada.configuration()
    const key = { idempotencyKey: 'once' }
    assert.deepEqual(await web.succeed(register, plain, key), await web.succeed(register, plain, key))
    assert.equal((await configOf(ada)).length, 1)
  })

  test('an address without a version means the newest version of the webhooks actions', async () => {
    const ada = await (await suite.world()).agent('ada')
    const ask = (action: string, payload: object) =>
      exchange(`${suite.engine.origin}/configuration/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ada.token}` },
        body: JSON.stringify(payload),
      })
    const webhook_id = textAt((await ask(register, newer)).body, 'webhook_id')
    assert.deepEqual((await ask(list, {})).body, { webhooks_config: [{ webhook_id, ...newer }] })
    assert.deepEqual((await ask(unregister, { webhook_id })).body, {})
  })

  test('registering and unregistering a webhook each raise configuration_updated for the host', async () => {
    const world = await suite.world()
    const ada = await world.agent('ada')
    const revisions: number[] = []
    const { parley } = suite.engine
    const stop = parley.on('configuration_updated', ({ licenseId, payload }) => {
      if (licenseId === world.licenseId) revisions.push(payload.revision)
    })
    const webhook_id = await idOf(ada, plain)
    await ada.configuration().refuse(register, { ...plain, action: 'nothing' })
    await ada.configuration().refuse(unregister, { webhook_id: 'nothing' })
    await ada.configuration().succeed(unregister, { webhook_id })
    await eventually(async () => assert.deepEqual(revisions, [1, 2]))
    stop()
  })

  describe('webhooks of other owners', () => {
    const own: readonly Scope[] = ['webhooks--my:read', 'webhooks--my:write']

    test('webhooks of another app can be shown and unregistered with an --all scope', async () => {
      const boss = await (await suite.world()).agent('ada')
      const other = await byOtherApp(boss, own)
      const [first, second] = [await idOf(boss, plain), await idOf(other, newer)]
      assert.deepEqual(await configOf(other), [{ webhook_id: second, ...newer }])
      const { secret_key: _, ...withoutSecret } = newer
      assert.deepEqual(await configOf(boss), [
        { webhook_id: first, ...plain },
        { webhook_id: second, ...withoutSecret },
      ])
      const foreign = authorization('the webhook belongs to another application')
      assert.deepEqual(await other.configuration().refuse(unregister, { webhook_id: first }), foreign)
      await boss.configuration().succeed(unregister, { webhook_id: second })
      assert.deepEqual(await configOf(other), [])
      const cleaner = await byOtherApp(boss, ['webhooks--all:write'])
      await cleaner.configuration().succeed(unregister, { webhook_id: first })
      assert.deepEqual(await configOf(boss), [])
    })

    test('--all scopes alone do not register webhooks, and --my scopes show only the own ones', async () => {
      const boss = await (await suite.world()).agent('ada')
      const all = await byOtherApp(boss, ['webhooks--all:read', 'webhooks--all:write'])
      assert.equal(at(await all.configuration().refuse(register, plain), 'type'), 'authorization')
      const reader = await byOtherApp(boss, ['webhooks--my:read'])
      await idOf(boss, plain)
      assert.deepEqual(await configOf(reader), [])
      const [shown] = await configOf(all)
      assert.deepEqual([at(shown, 'url'), has(shown, 'secret_key')], [plain.url, false])
    })

    test('webhooks of another license are answered as unknown webhooks', async () => {
      const ada = await (await suite.world()).agent('ada')
      const stranger = await (await suite.world()).agent('eve')
      const webhook_id = await idOf(stranger, plain)
      assert.deepEqual(await ada.configuration().refuse(unregister, { webhook_id }), unknown)
      assert.deepEqual(await configOf(ada), [])
      assert.equal((await configOf(stranger)).length, 1)
    })

    test('a bot is not listed as a webhook and cannot be unregistered as one', async () => {
      const ada = await (await suite.world()).agent('ada')
      const webhooks = { url: plain.url, secret_key: 'secret', actions: [{ name: 'thread_closed' }] }
      const created = await ada
        .configuration()
        .succeed('agents/create_bot_agent', { name: 'Botty', status: 'offline', webhooks })
      const webhook_id = textAt(created, 'bot_agent_id')
      assert.deepEqual(await ada.configuration().refuse(unregister, { webhook_id }), unknown)
      assert.deepEqual(await configOf(ada), [])
    })

    test('in process the host needs an app to register webhooks, but not to list and unregister all of them', async () => {
      const world = await suite.world()
      const { id: agentId } = await world.agent('ada')
      const { parley } = world.engine
      const webhook = { ...plain, action: 'thread_closed' } as const
      const { webhook_id } = await parley
        .as({ agentId, clientId: world.clientId })
        .registerWebhook({ ...webhook, additional_data: ['chat_properties'] })
      const noApp = parley.as({ agentId })
      await assert.rejects(noApp.registerWebhook(webhook), { type: 'validation' })
      assert.deepEqual(await noApp.getWebhooksConfig(), {
        webhooks_config: [{ webhook_id, ...webhook, additional_data: ['chat_properties'] }],
      })
      assert.deepEqual(await noApp.unregisterWebhook({ webhook_id }), {})
      assert.deepEqual(await noApp.getWebhooksConfig(), { webhooks_config: [] })
    })
  })
})
