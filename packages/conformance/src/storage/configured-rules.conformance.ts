import assert from 'node:assert/strict'
import type { ConfiguredRule, Webhook } from '@parley/core/storage'
import { newAgent, newLicense } from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'
import { disable, givenBot, insertWebhook, newBotWebhooks, newWebhook } from './webhook-fixtures.js'

const filters: Webhook['filters'] = {
  ...{ chatProperties: [], threadProperties: [], eventProperties: [] },
  ...{ members: { type: 'agents', agentIds: ['ada@example.com'] }, authorType: 'agent' },
}

async function rules({ read, license }: StorageContext): Promise<readonly ConfiguredRule[] | undefined> {
  return (await read.configuration.get(license.id))?.webhooks
}

const ids = async (context: StorageContext) => (await rules(context))?.map(({ webhookId }) => webhookId)

export function configuredRuleCases(cases: StorageCases): void {
  cases.add('are those of webhooks and of bots, by id', async (context) => {
    const { license, write } = context
    const other = await write((tx) => tx.licenses.insert(newLicense()))
    await insertWebhook(context, newWebhook(license, 'c', { filters, additionalData: ['chat_properties'] }))
    await insertWebhook(context, newWebhook(license, 'a', { version: 'v0.3', clientId: 'other' }))
    await insertWebhook(context, newWebhook(other, 'elsewhere'))
    await givenBot(context, 'b')
    await givenBot(context, 'deaf', null)
    const plain = { filters: null, additionalData: [] }
    const ofBot = { webhookId: 'b', version: 'v0.4', botId: 'b', ...plain } as const
    const expected: readonly ConfiguredRule[] = [
      { webhookId: 'a', version: 'v0.3', botId: null, action: 'incoming_event', ...plain },
      { ...ofBot, action: 'thread_closed' },
      { ...ofBot, action: 'agent_deleted' },
      {
        ...{ webhookId: 'c', version: 'v0.5', botId: null, action: 'incoming_event' },
        ...{ filters, additionalData: ['chat_properties'] },
      },
    ]
    assert.deepEqual(await rules(context), expected)
    const within = await write((tx) => tx.configuration.get(license.id))
    assert.deepEqual(within?.webhooks, expected)
    assert.equal((await context.read.configuration.get(other.id))?.webhooks.length, 1)
  })

  cases.add('are without those that are disabled', async (context) => {
    for (const id of ['a', 'b']) await insertWebhook(context, newWebhook(context.license, id))
    await givenBot(context, 'bot', newBotWebhooks('bot', { actions: newBotWebhooks('').actions.slice(1) }))
    assert.deepEqual(await ids(context), ['a', 'b', 'bot'])
    for (const id of ['a', 'bot']) await disable(context, id, 5_000)
    assert.deepEqual(await ids(context), ['b'])
    for (const id of ['a', 'bot']) await disable(context, id, null)
    assert.deepEqual(await ids(context), ['a', 'b', 'bot'])
  })

  cases.add('are without those that are gone, also where another has its id', async (context) => {
    const { license, write } = context
    await insertWebhook(context, newWebhook(license, 'webhook'))
    await givenBot(context, 'bot')
    await write(async (tx) => {
      await tx.webhooks.remove(license.id, 'webhook')
      await tx.agents.remove('bot', 5_000)
    })
    assert.deepEqual(await ids(context), [])
    await write((tx) => tx.agents.insert(newAgent(license, 'bot', { ownerClientId: 'app' })))
    assert.deepEqual(await ids(context), [])
    const webhooks = newBotWebhooks('bot')
    await write((tx) => tx.bots.putSettings('bot', { tokenHash: null, webhooks }))
    assert.deepEqual(await ids(context), ['bot', 'bot'])
  })

  cases.add('have a revision that can be raised for changes stored elsewhere', async (context) => {
    const { license, read, write } = context
    const advance = () =>
      write(async (tx) => {
        await tx.configuration.lock(license.id)
        return await tx.configuration.advance(license.id)
      })
    assert.deepEqual([await advance(), await advance()], [1, 2])
    assert.equal((await read.configuration.get(license.id))?.revision, 2)
    await assert.rejects(write((tx) => tx.configuration.advance(license.id + 1)))
  })
}
