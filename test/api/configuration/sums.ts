import assert from 'node:assert/strict'
import type { Storage } from '@parley/core/storage'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { textAt } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'

const register = 'webhooks/register_webhook'
const createBot = 'agents/create_bot_agent'
const webhook = (action: string, values: readonly string[] = ['x']) => ({
  ...{ url: 'https://hooks.example/in', action, secret_key: 'secret' },
  filters: { chat_properties: { test: { string_property: { values } } } },
})
const bot = (...names: readonly string[]) => {
  const actions = names.map((name) => ({ name }))
  const webhooks = { url: 'https://bot.example/', secret_key: 'secret', actions }
  return { name: 'Botty', status: 'offline', webhooks }
}

forEachStorage('limits on the whole configuration of a license', (storage) => {
  let opened: Storage | undefined
  const wrap = (storage: Storage) => {
    opened = storage
    return storage
  }
  const suite = useEngine(storage, {
    wrap,
    limits: { configurationBytes: 65_536 },
    fixed: { limits: { rulesPerAction: 2 } },
  })

  test('a license has a maximum number of webhooks for one action, those of bots included', async () => {
    const web = (await (await suite.world()).agent('ada')).configuration()
    const full = validation('a license can have at most 2 webhooks for thread_closed, those of bots included')
    const { webhook_id } = Object(await web.succeed(register, webhook('thread_closed')))
    const created = await web.succeed(createBot, bot('thread_closed', 'incoming_event'))
    assert.deepEqual(await web.refuse(register, webhook('thread_closed')), full)
    assert.deepEqual(await web.refuse(createBot, bot('thread_closed')), full)
    const id = textAt(created, 'bot_agent_id')
    const more = bot('thread_closed', 'thread_closed').webhooks
    assert.deepEqual(await web.refuse('agents/update_bot_agent', { id, webhooks: more }), full)
    await web.succeed(register, webhook('incoming_event'))
    await web.succeed('webhooks/unregister_webhook', { webhook_id })
    await web.succeed('agents/update_bot_agent', { id, webhooks: more })
  })

  test('enabling a disabled webhook is refused while its action has the maximum number of webhooks', async () => {
    const world = await suite.world()
    const { licenseId } = world
    const web = (await world.agent('ada')).configuration()
    const { webhooks } = suite.engine.parley.admin
    const webhookId = textAt(await web.succeed(register, webhook('thread_closed')), 'webhook_id')
    await opened?.transaction((tx) => tx.webhooks.setDisabledAt(licenseId, webhookId, 1))
    await web.succeed(register, webhook('thread_closed'))
    const last = textAt(await web.succeed(register, webhook('thread_closed')), 'webhook_id')
    await assert.rejects(webhooks.enable(webhookId), { type: 'validation' })
    const isDisabled = async () =>
      (await webhooks.list({ licenseId })).items.find(({ id }) => id === webhookId)?.disabledAt !== null
    assert.equal(await isDisabled(), true)
    await web.succeed('webhooks/unregister_webhook', { webhook_id: last })
    await webhooks.enable(webhookId)
    assert.equal(await isDisabled(), false)
  })

  test('the configuration of a license has a maximum size in bytes, over all kinds of entries', async () => {
    const world = await suite.world()
    const ada = await world.agent('ada')
    const web = ada.configuration()
    const { properties } = suite.engine.parley.admin
    const full =
      'a license can have at most 65536 bytes of properties, automatic chat scopes, webhooks and bots in all'
    const locations = { chat: { agent: { read: true, write: true } } }
    const define = (index: number) =>
      properties.createOrReplace({
        ...{
          licenseId: world.licenseId,
          namespace: `shop${index % 50}`,
          name: `property${index}`,
          type: 'string',
        },
        ...{ locations, domain: Array.from({ length: 12 }, (_, at) => `${index} ${at} ${'x'.repeat(200)}`) },
      })
    let count = 0
    await assert.rejects(
      async () => {
        for (;;) {
          await define(count)
          count += 1
        }
      },
      { message: `Wrong format of request: ${full}` },
    )
    assert.ok(count > 20 && count < 30, `${count}`)
    const values = Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(150, 'x'))
    assert.deepEqual(await web.refuse(register, webhook('thread_closed', values)), validation(full))
    const rules = { chat_properties: { test: { string_property: { values } } } }
    const scopes = { scopes: { groups: [1] }, rules }
    assert.deepEqual(await ada.web().refuse('add_auto_chat_scopes', scopes), validation(full))
    await properties.delete({ licenseId: world.licenseId, namespace: 'shop0', name: 'property0' })
    await properties.delete({ licenseId: world.licenseId, namespace: 'shop1', name: 'property1' })
    await ada.web().succeed('add_auto_chat_scopes', scopes)
  })
})
