import assert from 'node:assert/strict'
import type { Storage } from '@parley/core/storage'

const filters = {
  ...{ chatProperties: [], threadProperties: [], eventProperties: [], members: null },
  ...{ authorType: 'customer' },
} as const
const actions = [
  { name: 'incoming_chat_thread', filters: null, additionalData: ['chat_properties'] },
  { name: 'incoming_event', filters, additionalData: [] },
] as const
const url = "https://example.com/bot's"
const webhooks = JSON.stringify({ url, secretKey: 'key "ключ"', actions }).replaceAll("'", "''")
/** Number of bots: more than a migration moves in one step. */
const botCount = 250

/** Bots as schema version 16 stores them. The last one has no webhooks. */
export const botsOfVersion16: readonly string[] = [
  `insert into licenses (name, plan, is_in_trial, created_at, expires_at) values ('Acme', 'team', false, 1000, null)`,
  ...Array.from({ length: botCount }, (_, index) => insertBot(`bot-${index}`, `'${webhooks}'`)).flat(),
  ...insertBot('deaf', 'null'),
]

function insertBot(id: string, stored: string): readonly string[] {
  return [
    `insert into agents (id, license_id, name, permission, groups, max_chats_count, owner_client_id,
        routing_status, online_until, created_at)
      values ('${id}', 1, 'Bot', 'normal', '[]', 6, 'app', 'accepting_chats', 0, 1000)`,
    `insert into bots (agent_id, token_hash, webhooks) values ('${id}', 'hash', ${stored})`,
  ]
}

/** Checks that the bots keep their webhooks, and that these are configured. */
export async function checkMigratedBots({ read }: Storage): Promise<void> {
  const rules = actions.map(({ name: action, ...rest }) => ({ action, ...rest }))
  const secretKey = 'clear.v1.key "ключ"'
  for (const id of ['bot-0', `bot-${botCount - 1}`]) {
    assert.deepEqual(await read.bots.getSettings(id), {
      tokenHash: 'hash',
      webhooks: { version: 'v0.5', url, secretKey, actions: rules },
    })
  }
  assert.deepEqual(await read.bots.getSettings('deaf'), { tokenHash: 'hash', webhooks: null })
  const configured = (await read.configuration.get(1))?.webhooks ?? []
  assert.equal(configured.length, botCount * actions.length)
  assert.deepEqual(configured[0], { webhookId: 'bot-0', botId: 'bot-0', version: 'v0.5', ...rules[0] })
  assert.deepEqual(await read.webhooks.listSealPrefixes(), ['clear.v1.'])
}
