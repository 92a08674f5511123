import assert from 'node:assert/strict'
import type { Webhook } from '@parley/core/storage'
import { newApp, newLicense } from './fixtures.js'
import type { StorageCases } from './suite.js'
import {
  disable,
  givenBot,
  insertWebhook,
  newAttempt,
  newBotWebhooks,
  newWebhook,
} from './webhook-fixtures.js'

const filters: Webhook['filters'] = {
  chatProperties: [{ namespace: 'test', name: 'ключ', type: 'exists', exists: true }],
  threadProperties: [],
  eventProperties: [
    { ...{ namespace: 'test', name: 'int', type: 'values' }, values: [1, -2], matchedBy: 'value' },
  ],
  members: { type: 'agents_any', agentIds: ['ada@example.com', 'ben@example.com'] },
  authorType: 'customer',
}

export function webhookCases(cases: StorageCases): void {
  readingCases(cases)
  revisionCases(cases)
  destinationCases(cases)
  appCases(cases)
}

function readingCases(cases: StorageCases): void {
  cases.add('answers each field as it was stored', async (context) => {
    const full = newWebhook(context.license, 'full', {
      ...{ version: 'v0.3', description: 'Für "alle" 漢字', filters, disabledAt: 5_000 },
      ...{ additionalData: ['chat_properties'], secretKey: 'aes.0011.ключ "x"' },
    })
    const plain = newWebhook(context.license, 'plain')
    for (const webhook of [full, plain]) {
      await insertWebhook(context, webhook)
      assert.deepEqual(await context.read.webhooks.get(webhook.id), webhook)
    }
    assert.equal(await context.read.webhooks.get('other'), undefined)
  })

  cases.add(
    'writes the address, description, rule and secret key of a webhook, and nothing else',
    async (context) => {
      const { read, write, license } = context
      const before = newWebhook(license, 'changed', { disabledAt: 5_000 })
      await insertWebhook(context, before)
      await insertWebhook(context, newWebhook(license, 'other'))
      const changes: Partial<Webhook> = {
        ...{ url: 'https://elsewhere.example/', description: 'New', action: 'incoming_event', filters },
        ...{ additionalData: ['chat_properties'], secretKey: 'aes.0011.new' },
      }
      const update = (webhook: Webhook) =>
        write(async (tx) => {
          await tx.configuration.lock(webhook.licenseId)
          return tx.webhooks.update(webhook)
        })
      const given = { ...before, ...changes, clientId: 'other', createdAt: 1, disabledAt: null }
      const { revision = 0 } = (await read.configuration.get(license.id)) ?? {}
      assert.equal(await update(given), revision + 1)
      assert.deepEqual(await read.webhooks.get('changed'), { ...before, ...changes })
      assert.deepEqual(await read.webhooks.get('other'), newWebhook(license, 'other'))
      assert.equal(await update({ ...given, id: 'unknown' }), undefined)
      const stranger = await write((tx) => tx.licenses.insert(newLicense()))
      assert.equal(await update({ ...given, licenseId: stranger.id }), undefined)
      assert.equal((await read.configuration.get(license.id))?.revision, revision + 1)
    },
  )

  cases.add('lists and counts webhooks of a license or an app, by id', async (context) => {
    const { read, write, license } = context
    const other = await write((tx) => tx.licenses.insert(newLicense()))
    for (const [id, clientId] of [
      ['c', 'app'],
      ['a', 'app'],
      ['b', 'other'],
    ] as const) {
      await insertWebhook(context, newWebhook(license, id, { clientId }))
    }
    await insertWebhook(context, newWebhook(other, 'd'))
    const after = async (id: string) => {
      const found = await read.webhooks.list(license.id, null, 10, id)
      return found.map((webhook) => webhook.id)
    }
    const listed = async (clientId: string | null, limit: number) => {
      const found = await read.webhooks.list(license.id, clientId, limit)
      assert.equal(await read.webhooks.count(license.id, clientId, limit), found.length)
      return found.map(({ id }) => id)
    }
    assert.deepEqual(await listed(null, 10), ['a', 'b', 'c'])
    assert.deepEqual(await listed('app', 10), ['a', 'c'])
    assert.deepEqual(await listed('app', 1), ['a'])
    assert.deepEqual(await listed('nobody', 10), [])
    assert.deepEqual(await after('a'), ['b', 'c'])
    assert.deepEqual(await after('aa'), ['b', 'c'])
    assert.deepEqual(await after('c'), [])
  })
}

function revisionCases(cases: StorageCases): void {
  cases.add('answers the revision after each change, and counts only real changes', async (context) => {
    const { read, write, license } = context
    const other = await write((tx) => tx.licenses.insert(newLicense()))
    const remove = (licenseId: number, id: string) => write((tx) => tx.webhooks.remove(licenseId, id))
    assert.equal(await insertWebhook(context, newWebhook(license, 'a')), 1)
    assert.equal(await insertWebhook(context, newWebhook(license, 'b')), 2)
    assert.equal(await disable(context, 'a', 5_000), 3)
    assert.equal(await disable(context, 'a', 6_000), undefined)
    assert.equal((await read.webhooks.get('a'))?.disabledAt, 5_000)
    assert.equal(await disable(context, 'a', null), 4)
    assert.equal(await disable(context, 'a', null), undefined)
    assert.equal(await remove(other.id, 'a'), undefined)
    assert.equal(await write((tx) => tx.webhooks.setDisabledAt(other.id, 'a', 5_000)), undefined)
    assert.equal(await remove(license.id, 'a'), 5)
    assert.equal(await remove(license.id, 'a'), undefined)
    assert.equal((await read.configuration.get(license.id))?.revision, 5)
    assert.equal((await read.configuration.get(other.id))?.revision, 0)
    assert.deepEqual(await read.webhooks.list(license.id, null, 10), [newWebhook(license, 'b')])
  })

  cases.add('disables the webhooks of a bot until new ones are stored', async (context) => {
    const { read, write, license } = context
    await givenBot(context, 'bot')
    await givenBot(context, 'deaf', null)
    const disabledAt = async () => (await read.webhooks.listDestinations(['bot']))[0]?.disabledAt
    const put = (webhooks = newBotWebhooks('bot')) =>
      write((tx) => tx.bots.putSettings('bot', { tokenHash: 'other', webhooks }))
    assert.equal(await disable(context, 'bot', 5_000), 1)
    assert.equal(await disable(context, 'bot', 6_000), undefined)
    assert.equal(await disable(context, 'deaf', 5_000), undefined)
    assert.equal(await write((tx) => tx.webhooks.setDisabledAt(license.id + 1, 'bot', null)), undefined)
    await put()
    assert.equal(await disabledAt(), 5_000)
    await put(newBotWebhooks('bot', { url: 'https://example.org/' }))
    assert.equal(await disabledAt(), null)
    assert.equal(await disable(context, 'bot', 7_000), 2)
    assert.equal(await disable(context, 'bot', null), 3)
    assert.equal(await disabledAt(), null)
  })
}

function destinationCases(cases: StorageCases): void {
  cases.add('answers where deliveries of webhooks and of bots go', async (context) => {
    const { read, license } = context
    await insertWebhook(context, newWebhook(license, 'webhook', { disabledAt: 5_000 }))
    await givenBot(context, 'bot')
    await givenBot(context, 'deaf', null)
    const found = await read.webhooks.listDestinations(['bot', 'deaf', 'nothing', 'webhook'])
    const { url, secretKey } = newBotWebhooks('bot')
    assert.deepEqual(
      found.toSorted((left, right) => left.url.localeCompare(right.url)),
      [
        { id: 'bot', licenseId: license.id, url, secretKey, disabledAt: null },
        {
          ...{ id: 'webhook', licenseId: license.id, url: 'https://example.com/webhook' },
          ...{ secretKey: 'clear.v1.key of webhook', disabledAt: 5_000 },
        },
      ],
    )
    assert.deepEqual(await read.webhooks.listDestinations([]), [])
  })

  cases.add('still answers the address of a removed bot, and not of a removed webhook', async (context) => {
    const { read, write, license } = context
    await givenBot(context, 'bot')
    await insertWebhook(context, newWebhook(license, 'webhook'))
    const before = await read.webhooks.listDestinations(['bot'])
    await write(async (tx) => {
      await tx.agents.remove('bot', 5_000)
      await tx.webhooks.remove(license.id, 'webhook')
    })
    assert.equal(before.length, 1)
    assert.deepEqual(await read.webhooks.listDestinations(['bot', 'webhook']), before)
  })
}

function appCases(cases: StorageCases): void {
  cases.add('are removed with their app, and each license counts that as one change', async (context) => {
    const { read, write, license } = context
    const other = await write((tx) => tx.licenses.insert(newLicense()))
    await write((tx) => tx.apps.insert(newApp(license, 'app')))
    for (const [of, id] of [
      [license, 'a'],
      [license, 'b'],
      [other, 'c'],
    ] as const) {
      await insertWebhook(context, newWebhook(of, id))
    }
    await insertWebhook(context, newWebhook(license, 'kept', { clientId: 'other' }))
    await write((tx) => tx.webhooks.addAttempts([newAttempt('a', '1')], 10))
    assert.deepEqual((await write((tx) => tx.apps.remove('app')))?.configurations, [
      { licenseId: license.id, revision: 4 },
      { licenseId: other.id, revision: 2 },
    ])
    assert.deepEqual(await read.webhooks.list(license.id, null, 10), [
      newWebhook(license, 'kept', { clientId: 'other' }),
    ])
    assert.deepEqual(await read.webhooks.list(other.id, null, 10), [])
    assert.deepEqual(await read.webhooks.listAttempts('a', 10), [])
    assert.equal((await read.configuration.get(license.id))?.revision, 4)
  })
}
