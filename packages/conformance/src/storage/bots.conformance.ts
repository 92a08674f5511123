import assert from 'node:assert/strict'
import type { Agent, BotSettings } from '@parley/core/storage'
import { newAgent, newApp, newLicense, newToken } from './fixtures.js'
import { givenThread } from './routing-fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const settings: BotSettings = {
  tokenHash: 'refresh',
  webhooks: {
    version: 'v0.4',
    url: 'https://example.com/bot',
    secretKey: 'clear.v1.key "ключ"',
    actions: [
      { action: 'incoming_chat_thread', filters: null, additionalData: ['chat_properties'] },
      {
        action: 'incoming_event',
        filters: {
          chatProperties: [{ namespace: 'test', name: 'bool_property', type: 'exists', exists: false }],
          threadProperties: [],
          eventProperties: [
            {
              ...{ namespace: 'test', name: 'int_property', type: 'values' },
              values: [1, -2],
              matchedBy: 'value',
            },
          ],
          members: { type: 'agents_exclude', agentIds: ['ada@example.com'] },
          authorType: 'customer',
        },
        additionalData: [],
      },
    ],
  },
}

/** Stores a bot that is logged in. Its login depends on the access token with this hash, if one is given. */
function givenBot(
  { write, license }: StorageContext,
  id: string,
  tokenHash: string | null = null,
  values: Partial<Agent> = {},
) {
  const bot = newAgent(license, id, { ownerClientId: 'app', onlineUntil: 'forever', ...values })
  return write(async (tx) => {
    await tx.agents.insert(bot)
    await tx.bots.putSettings(id, { tokenHash, webhooks: null })
  })
}

async function departed({ read }: StorageContext): Promise<readonly string[]> {
  const found = await read.routing.listDeparted(1_000_000, { after: null, limit: 10 })
  return found.map(({ id }) => id)
}

export function botCases(cases: StorageCases): void {
  settingsCases(cases)
  listCases(cases)
  revocationCases(cases)
  routingCases(cases)
}

function settingsCases(cases: StorageCases): void {
  cases.add('answers the latest stored settings', async (context) => {
    await givenBot(context, 'bot')
    for (const put of [settings, { tokenHash: null, webhooks: null }, settings]) {
      await context.write((tx) => tx.bots.putSettings('bot', put))
      assert.deepEqual(await context.read.bots.getSettings('bot'), put)
    }
  })

  cases.add('stores no settings for a human or an unknown agent', async ({ read, write, license }) => {
    await write((tx) => tx.agents.insert(newAgent(license, 'human')))
    for (const id of ['human', 'nobody']) {
      await write((tx) => tx.bots.putSettings(id, settings))
      assert.equal(await read.bots.getSettings(id), undefined)
    }
  })

  cases.add('answers none after the bot was removed, nor for a new bot with its id', async (context) => {
    const { read, write } = context
    await givenBot(context, 'bot')
    await write((tx) => tx.bots.putSettings('bot', settings))
    await write((tx) => tx.agents.remove('bot', 5_000))
    assert.equal(await read.bots.getSettings('bot'), undefined)
    await write((tx) => tx.bots.putSettings('bot', settings))
    await write((tx) => tx.agents.insert(newAgent(context.license, 'bot', { ownerClientId: 'app' })))
    assert.equal(await read.bots.getSettings('bot'), undefined)
  })
}

function listCases(cases: StorageCases): void {
  cases.add(
    'lists bots of a license, or of an app, by id, up to the limit, and counts them',
    async (context) => {
      const { read, write, license } = context
      const other = await write((tx) => tx.licenses.insert(newLicense()))
      for (const id of ['c', 'a', 'd']) await givenBot(context, id)
      await givenBot(context, 'b', null, { ownerClientId: 'other' })
      await givenBot(context, 'elsewhere', null, { licenseId: other.id })
      await givenBot(context, 'gone')
      await write((tx) => tx.agents.remove('gone', 5_000))
      await write((tx) => tx.agents.insert(newAgent(license, 'human')))
      const listed = async (clientId: string | null, limit: number) => {
        const found = await read.bots.list(license.id, clientId, limit)
        assert.equal(await read.bots.count(license.id, clientId, limit), found.length)
        return found.map(({ id }) => id)
      }
      assert.deepEqual(await listed(null, 10), ['a', 'b', 'c', 'd'])
      assert.deepEqual(await listed('app', 10), ['a', 'c', 'd'])
      assert.deepEqual(await listed('app', 2), ['a', 'c'])
      assert.deepEqual(await listed('nobody', 10), [])
      const [bot] = await read.bots.list(license.id, 'other', 10)
      assert.deepEqual(bot, await read.agents.get('b'))
    },
  )
}

function revocationCases(cases: StorageCases): void {
  const tokens = async ({ write, license }: StorageContext) => {
    await write(async (tx) => {
      await tx.agents.insert(newAgent(license, 'human'))
      const family = { entityId: 'human', clientId: 'client' }
      await tx.tokens.insert([
        newToken(license, 'refresh', { kind: 'refresh', expiresAt: null, ...family }),
        newToken(license, 'access', { refreshHash: 'refresh', sealedRefresh: 'x', ...family }),
        newToken(license, 'lone', { ...family, expiresAt: 2_000 }),
      ])
    })
  }

  for (const [how, revoked] of [
    ['refresh', ['bot']],
    ['access', ['bot']],
    ['lone', ['hanging on lone']],
  ] as const) {
    cases.add(`logs out bots whose token is revoked: ${how}`, async (context) => {
      await tokens(context)
      await givenBot(context, 'bot', 'refresh')
      await givenBot(context, 'hanging on lone', 'lone')
      await givenBot(context, 'hanging on none')
      await context.write((tx) => tx.tokens.revoke(how))
      assert.deepEqual(await departed(context), revoked)
    })
  }

  cases.add('logs them out with the agent who owns the token, and with the app', async (context) => {
    const { write } = context
    await tokens(context)
    await write((tx) => tx.apps.insert(newApp(context.license, 'app')))
    await givenBot(context, 'a', 'refresh', { ownerClientId: 'other' })
    await givenBot(context, 'b', 'lone', { ownerClientId: 'other' })
    await givenBot(context, 'c')
    await write((tx) => tx.agents.remove('human', 5_000))
    assert.deepEqual(await departed(context), ['a', 'b'])
    await write((tx) => tx.apps.remove('app'))
    assert.deepEqual(await departed(context), ['a', 'b', 'c'])
  })

  cases.add('removes their webhooks with the app, which counts as a change', async (context) => {
    const { read, write, license } = context
    await write((tx) => tx.apps.insert(newApp(license, 'app')))
    await givenBot(context, 'a')
    await givenBot(context, 'other', null, { ownerClientId: 'other' })
    for (const id of ['a', 'other']) await write((tx) => tx.bots.putSettings(id, settings))
    const removed = await write((tx) => tx.apps.remove('app'))
    assert.deepEqual(
      removed?.configurations.map(({ licenseId }) => licenseId),
      [license.id],
    )
    assert.deepEqual(await read.bots.getSettings('a'), { ...settings, webhooks: null })
    assert.deepEqual(
      (await read.webhooks.listDestinations(['a', 'other'])).map(({ id }) => id),
      ['other'],
    )
    assert.deepEqual(await read.bots.getSettings('other'), settings)
  })

  cases.add('does not log out bots whose token expires, or who are offline', async (context) => {
    await tokens(context)
    await givenBot(context, 'bot', 'lone')
    await givenBot(context, 'offline', 'refresh', { onlineUntil: 0 })
    await context.write((tx) => tx.tokens.deleteExpired(3_000, 10))
    await context.write((tx) => tx.tokens.revoke('refresh'))
    assert.deepEqual(await departed(context), [])
  })
}

function routingCases(cases: StorageCases): void {
  cases.add('keeps a bot available without a connection until it is logged out', async (context) => {
    const { read, license } = context
    await givenBot(context, 'bot', 'token')
    await givenBot(context, 'busy', 'token', { routingStatus: 'not_accepting_chats' })
    await givenBot(context, 'offline', 'token', { onlineUntil: 0 })
    await givenThread(context, 'chat')
    const available = async () => (await read.routing.listAvailable(license.id, 10)).map(({ id }) => id)
    assert.deepEqual(await available(), ['bot'])
    assert.deepEqual(await read.routing.listAssignableLicenses({ after: null, limit: 10 }), [license.id])
    await context.write((tx) => tx.tokens.insert([newToken(license, 'token')]))
    await context.write((tx) => tx.tokens.revoke('token'))
    assert.deepEqual(await available(), [])
  })

  cases.add('leaves a bot logged in when nodes end', async (context) => {
    const { read, write } = context
    await givenBot(context, 'bot')
    await write(async (tx) => {
      await tx.nodes.renew('node', 1_000, 2_000, 1_000)
      await tx.nodes.endExpired(3_000, { leaseMs: 1_000, graceMs: 0, limit: 10 })
    })
    assert.equal((await read.agents.get('bot'))?.onlineUntil, 'forever')
  })
}
