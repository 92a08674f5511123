import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { serve } from '@parley/adapter-node'
import { createParley } from '@parley/core'
import type { Storage } from '@parley/core/storage'
import { postgresStorage } from '@parley/storage-postgres'
import { sqliteStorage } from '@parley/storage-sqlite'
import { noBetterSqlite3 } from '../../../test/support/sqlite-file.js'
import { skipWithout } from '../../clients/processes.js'
import { createDatabase, createMigratedDatabase, postgresUrl } from '../../support/postgres.js'
import { GuideFolder } from './guide.js'
import { Shop, type ShopMessage } from './shop.js'

const folder = new GuideFolder()
after(() => folder.remove())

const encryptionKeys = [Buffer.alloc(32, 1).toString('base64')]

test('a chat on SQLite continues from a backup that was taken during writes', {
  skip: noBetterSqlite3,
}, async () => {
  const filename = join(folder.path, 'parley.db')
  const written = await writeDuring(sqliteStorage({ filename }), () => folder.sh('backup-sqlite.sh'))
  for (const end of ['', '-wal', '-shm']) rmSync(`${filename}${end}`, { force: true })
  await folder.sh('restore-sqlite.sh')
  await continueChat(sqliteStorage({ filename }), written)
})

const skip = (postgresUrl === undefined && 'PARLEY_TEST_POSTGRES is not set') || skipWithout('pg_dump')

test('a chat on PostgreSQL continues in another database, from a dump of a live one', { skip }, async () => {
  const [database, empty] = [await createMigratedDatabase(), await createDatabase()]
  try {
    const backUp = () => folder.sh('backup-postgres.sh', { DATABASE_URL: database.connectionString })
    const written = await writeDuring(postgresStorage(database), backUp)
    await folder.sh('restore-postgres.sh', { DATABASE_URL: empty.connectionString })
    await continueChat(postgresStorage(empty), written)
  } finally {
    await Promise.all([database.drop(), empty.drop()])
  }
})

interface Written {
  readonly shop: Shop
  /** Texts of the messages that were sent, in order. */
  readonly texts: readonly string[]
  /** Number of these messages that were acknowledged before the backup began. */
  readonly countBefore: number
  readonly secretKey: string
}

/** Sends messages of a customer without a pause, before, during and after the backup. */
async function writeDuring(storage: Storage, backUp: () => Promise<string>): Promise<Written> {
  const parley = await createParley({ storage, encryptionKeys })
  try {
    const shop = await Shop.open(parley)
    const secretKey = await shop.registerWebhook(parley)
    const texts: string[] = []
    const write = async () => {
      const text = `${texts.length} ${randomUUID()}`
      await shop.sendTogether(parley, text)
      texts.push(text)
      await nextTurn()
    }
    while (texts.length < 200) await write()
    const countBefore = texts.length
    let isDone = false
    const done = backUp().finally(() => {
      isDone = true
    })
    while (!isDone) await write()
    await done
    for (let n = 0; n < 20; n += 1) await write()
    return { shop, texts, countBefore, secretKey }
  } finally {
    await parley.close()
  }
}

/**
 * Checks that every message that was acknowledged before the backup is in its position, and that the same users can
 * continue.
 */
async function continueChat(
  storage: Storage,
  { shop, texts, countBefore, secretKey }: Written,
): Promise<void> {
  const parley = await createParley({ storage, encryptionKeys })
  const server = await serve(parley, { port: 0 })
  try {
    const keptTexts = textsOf(await shop.read(server.url))
    assert.ok(
      keptTexts.length >= countBefore && keptTexts.length <= texts.length - 20,
      `${keptTexts.length} of ${texts.length}`,
    )
    assert.deepEqual(keptTexts, texts.slice(0, keptTexts.length))
    assert.equal(await shop.secretKeyOfWebhook(parley), secretKey)

    const desk = await shop.listen(server.url)
    await shop.say(server.url, 'after the restore')
    await desk.waitForMessage('after the restore')
    const messages = await shop.read(server.url)
    assert.deepEqual(textsOf(messages), [...keptTexts, 'after the restore'])
    assertGapless(messages.map(({ order }) => order))
    desk.close()
  } finally {
    await parley.close()
    await server.close()
  }
}

function textsOf(messages: readonly ShopMessage[]): readonly string[] {
  return messages.filter(({ type }) => type === 'message').map(({ text }) => text)
}

function assertGapless(orders: readonly number[]): void {
  const [first = 0] = orders
  assert.deepEqual(
    orders,
    orders.map((_, index) => first + index),
  )
}
