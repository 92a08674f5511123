import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createParley, type Parley } from '@parley/core'
import type { LogFields } from '@parley/core/ports'
import { VirtualClock } from '@parley/core/testing'
import { postgresStorage } from '@parley/storage-postgres'
import { test } from '../support/cells.js'
import { at } from '../support/json.js'
import { createMigratedDatabase } from '../support/postgres.js'
import { forEachStorage, postgresDatabase, type StorageKind, type TestStorage } from '../support/storages.js'

const key = () => randomBytes(32).toString('base64')
const agentId = 'ada@example.com'

interface Line {
  readonly level: string
  readonly message: string
  readonly fields: LogFields
}

/** Starts an engine on the database and collects everything that it logs. */
async function start(database: TestStorage, encryptionKeys: readonly string[]) {
  const lines: Line[] = []
  const waiters: (() => void)[] = []
  const log =
    (level: string) =>
    (message: string, fields: LogFields = {}) => {
      lines.push({ level, message, fields })
      for (const notify of waiters.splice(0)) notify()
    }
  const logger = { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') }
  const parley = await createParley({
    ...{ storage: database.open(), clock: new VirtualClock(0), logger, encryptionKeys },
  })
  const warnings = () => lines.filter(({ level }) => level === 'warn').map(({ message }) => message)
  /** Resolves with the first log line that matches. */
  const logged = async (message: RegExp): Promise<Line> => {
    for (;;) {
      const line = lines.find((candidate) => message.test(candidate.message))
      if (line !== undefined) return line
      await new Promise<void>((resolve) => waiters.push(resolve))
    }
  }
  return { parley, lines, warnings, logged }
}

/** Creates a license with an app and two bots whose secret keys are known to the test. */
async function settle({ admin, as }: Parley) {
  const { id: licenseId } = await admin.licenses.create({ name: 'Test' })
  await admin.agents.create({ licenseId, login: agentId, name: 'Ada', permission: 'administrator' })
  const { clientId } = await admin.apps.create({
    ...{ licenseId, name: 'Bots', type: 'server', visibility: 'private', redirectUris: [] },
    scopes: ['agents-bot--my:read', 'agents-bot--my:write'],
  })
  const host = as({ agentId, clientId })
  const bots: { readonly id: string; readonly secretKey: string }[] = []
  for (const secretKey of ['the first bot secret', 'the second bot secret']) {
    const webhooks = { url: 'https://bot.example/', secret_key: secretKey, actions: [] }
    const { bot_agent_id: id } = await host.createBotAgent({ name: 'Botty', status: 'offline', webhooks })
    bots.push({ id, secretKey })
  }
  return { clientId, bots }
}

type Settled = Awaited<ReturnType<typeof settle>>

async function assertShown({ as }: Parley, { clientId, bots }: Settled): Promise<void> {
  for (const { id, secretKey } of bots) {
    const shown = await as({ agentId, clientId }).getBotAgentDetails({ bot_agent_id: id })
    assert.equal(at(shown, 'bot_agent.webhooks.secret_key'), secretKey)
  }
}

async function prefixesIn(database: TestStorage): Promise<readonly string[]> {
  const storage = database.open()
  await storage.open()
  try {
    return await storage.read.webhooks.listSealPrefixes()
  } finally {
    await storage.close()
  }
}

/** Creates a separate database, because encrypted keys concern every engine that starts on it. */
async function ownDatabase(kind: StorageKind): Promise<TestStorage> {
  if (kind !== postgresDatabase) return await kind()
  const { connectionString, drop } = await createMigratedDatabase()
  return { open: () => postgresStorage({ connectionString }), remove: drop }
}

/** Registers a test with a database of its own and a timeout. */
function scene(title: string, kind: StorageKind, play: (database: TestStorage) => Promise<void>): void {
  test(title, { timeout: 30_000 }, async () => {
    const database = await ownDatabase(kind)
    try {
      await play(database)
    } finally {
      await database.remove()
    }
  })
}

forEachStorage('secret keys', (kind) => {
  scene(
    'are stored in plain text without an encryption key, which is logged once',
    kind,
    async (database) => {
      const { parley, warnings } = await start(database, [])
      assert.deepEqual(warnings(), [])
      const settled = await settle(parley)
      assert.equal(warnings().length, 1)
      assert.match(warnings()[0] ?? '', /encryptionKeys/)
      await assertShown(parley, settled)
      await parley.close()
      assert.deepEqual(await prefixesIn(database), ['clear.v1.'])
      const again = await start(database, [])
      assert.equal(again.warnings().length, 1)
      await again.parley.close()
    },
  )

  scene('are encrypted once there is a key, and again with each newer key', kind, async (database) => {
    const [older, newer] = [key(), key()]
    const first = await start(database, [])
    const settled = await settle(first.parley)
    await first.parley.close()
    for (const keys of [[older], [newer, older]]) {
      const { parley, logged, warnings } = await start(database, keys)
      assert.equal((await logged(/encrypted with the newest key/)).fields.count, 2)
      await assertShown(parley, settled)
      assert.deepEqual(warnings(), [])
      await parley.close()
      assert.equal((await prefixesIn(database)).length, 1)
    }
    const { parley, lines } = await start(database, [newer])
    await assertShown(parley, settled)
    await parley.close()
    assert.ok(lines.every(({ message }) => !message.includes('encrypted')))
  })

  scene('prevent the start of an engine without their key, which the error names', kind, async (database) => {
    const [right, wrong] = [key(), key()]
    const { parley } = await start(database, [right])
    const settled = await settle(parley)
    await parley.close()
    const [prefix = ''] = await prefixesIn(database)
    const [, keyId = ''] = prefix.split('.')
    for (const keys of [[], [wrong]]) {
      await assert.rejects(start(database, keys), (error) => {
        assert.ok(error instanceof TypeError)
        assert.ok(error.message.startsWith(`Option encryptionKeys lacks the key ${keyId}, `))
        return !error.message.includes(wrong) && !error.message.includes(right)
      })
    }
    const mended = await start(database, [wrong, right])
    await assertShown(mended.parley, settled)
    await mended.parley.close()
  })

  scene('are decrypted by every node while the keys are rotated', kind, async (database) => {
    const [older, newer] = [key(), key()]
    const before = await start(database, [older])
    const settled = await settle(before.parley)
    await before.parley.close()
    const nodes = [await start(database, [older, newer]), await start(database, [newer, older])]
    await nodes[1]?.logged(/encrypted with the newest key/)
    for (const { parley } of nodes) await assertShown(parley, settled)
    for (const { parley } of nodes) await parley.close()
  })

  scene('cannot be decrypted for another bot or after a modification', kind, async (database) => {
    const { parley, lines } = await start(database, [key()])
    const settled = await settle(parley)
    const [first, second] = settled.bots
    assert.ok(first !== undefined && second !== undefined)
    const storage = database.open()
    await storage.open()
    const keyIdOf = async (id: string): Promise<string> =>
      (await storage.read.bots.getSettings(id))?.webhooks?.secretKey ?? ''
    const keyIds = await keyIdOf(first.id)
    const shown = () =>
      parley.as({ agentId, clientId: settled.clientId }).getBotAgentDetails({ bot_agent_id: second.id })
    for (const forged of [keyIds, `${keyIds.slice(0, -2)}AA`]) {
      const former = await keyIdOf(second.id)
      await storage.transaction(async (tx) => {
        assert.equal(await tx.webhooks.replaceSecretKey(second.id, former, forged), true)
      })
      await assert.rejects(shown(), { type: 'internal' })
    }
    await storage.close()
    await parley.close()
    assert.ok(!JSON.stringify(lines).includes('bot secret'))
  })
})
