import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before } from 'node:test'
import { createParley } from '@parley/core'
import type { Logger } from '@parley/core/ports'
import { VirtualClock } from '@parley/core/testing'
import { eventually } from '../../support/deadline.js'
import { at } from '../../support/json.js'
import type { TestStorage } from '../../support/storages.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const secret_key = 'what both know'
const webhook = { url: 'https://hooks.example/', action: 'thread_closed', secret_key } as const
const key = () => randomBytes(32).toString('base64')
const agentId = 'ada@example.com'

proving('secret keys', (storage) => {
  let database: TestStorage | undefined
  const openStorage = () => {
    assert.ok(database !== undefined)
    return database
  }
  before(async () => {
    database = await storage()
  })
  after(() => openStorage().remove())

  async function start(encryptionKeys: readonly string[]) {
    const warnings: string[] = []
    const ignore = () => undefined
    const warn = (message: string) => void warnings.push(message)
    const logger: Logger = { debug: ignore, info: ignore, warn, error: ignore }
    const clock = new VirtualClock(0)
    const parley = await createParley({ storage: openStorage().open(), clock, logger, encryptionKeys })
    return { parley, warnings }
  }

  /** Returns the secret keys as they are stored in the database. */
  async function storedKeys(licenseId: number): Promise<readonly string[]> {
    const reader = openStorage().open()
    await reader.open()
    const webhooks = await reader.read.webhooks.list(licenseId, null, 10)
    await reader.close()
    return webhooks.map(({ secretKey }) => secretKey)
  }

  verifies(
    [
      'decisions.8.9.plain_text',
      'decisions.8.9.encrypted',
      'decisions.8.9.encrypted_again',
      'decisions.8.9.missing',
    ],
    'secret keys are stored in plain text without a key, encrypted again under each newer key, and the engine needs the key to start',
    async () => {
      const bare = await start([])
      const { admin } = bare.parley
      const { id: licenseId } = await admin.licenses.create({ name: 'Test' })
      await admin.agents.create({ licenseId, login: agentId, name: 'Ada', permission: 'administrator' })
      const { clientId } = await admin.apps.create({
        ...{ licenseId, name: 'Hooks', type: 'server', visibility: 'private', redirectUris: [], scopes: [] },
      })
      assert.deepEqual(bare.warnings, [])
      await bare.parley.as({ agentId, clientId }).registerWebhook(webhook)
      await bare.parley.as({ agentId, clientId }).registerWebhook(webhook)
      assert.equal(bare.warnings.length, 1)
      assert.ok((await storedKeys(licenseId)).every((text) => text.endsWith(secret_key)))
      await bare.parley.close()
      const [older, newer] = [key(), key()]
      let former = await storedKeys(licenseId)
      for (const keys of [[older], [newer, older]]) {
        const { parley, warnings } = await start(keys)
        await eventually(async () => {
          const now = await storedKeys(licenseId)
          assert.ok(now.every((text) => !former.includes(text) && !text.includes(secret_key)))
        })
        former = await storedKeys(licenseId)
        const shown = await parley.as({ agentId, clientId }).getWebhooksConfig({})
        assert.deepEqual([at(shown, 'webhooks_config.0.secret_key'), warnings], [secret_key, []])
        await parley.close()
      }
      const [, keyId = ''] = former[0]?.split('.') ?? []
      for (const keys of [[], [older]]) {
        await assert.rejects(start(keys), (error: Error) => error.message.includes(keyId))
      }
      const last = await start([newer])
      await last.parley.close()
    },
  )
})
