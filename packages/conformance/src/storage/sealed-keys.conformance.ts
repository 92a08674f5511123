import assert from 'node:assert/strict'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'
import { givenBot, insertWebhook, newBotWebhooks, newWebhook } from './webhook-fixtures.js'

async function givenKeys(context: StorageContext): Promise<void> {
  for (const [id, secretKey] of [
    ['b', 'clear.v1.one'],
    ['a', 'aes.11.two.parts'],
    ['d', 'aes.22.three'],
  ] as const) {
    await insertWebhook(context, newWebhook(context.license, id, { secretKey }))
  }
  await givenBot(context, 'c', newBotWebhooks('c', { secretKey: 'aes.33.four' }))
  await givenBot(context, 'e', newBotWebhooks('e', { secretKey: 'aes.11.five' }))
  await givenBot(context, 'f', null)
}

export function sealedKeyCases(cases: StorageCases): void {
  cases.add('answers each different beginning once', async (context) => {
    assert.deepEqual(await context.read.webhooks.listSealPrefixes(), [])
    await givenKeys(context)
    const found = await context.read.webhooks.listSealPrefixes()
    assert.deepEqual(found.toSorted(), ['aes.11.', 'aes.22.', 'aes.33.', 'clear.v1.'])
  })

  cases.add('answers keys with another beginning, up to a limit', async (context) => {
    const { read } = context
    await givenKeys(context)
    const listed = async (prefix: string, limit = 10) => {
      const found = await read.webhooks.listWithoutSealPrefix(prefix, limit)
      return found.map(({ id, secretKey }) => `${id}: ${secretKey}`).toSorted()
    }
    const others = ['b: clear.v1.one', 'c: aes.33.four', 'd: aes.22.three']
    assert.deepEqual(await listed('aes.11.'), others)
    assert.equal((await listed('aes.11.', 2)).length, 2)
    assert.equal((await listed('aes.44.')).length, 5)
  })

  cases.add('replaces a key, unless it has changed in the meantime', async (context) => {
    const { read, write, license } = context
    await givenKeys(context)
    const replace = (id: string, former: string) =>
      write((tx) => tx.webhooks.replaceSecretKey(id, former, 'aes.22.new'))
    assert.equal(await replace('a', 'aes.11.other'), false)
    assert.equal(await replace('a', 'aes.11.two.parts'), true)
    assert.equal(await replace('a', 'aes.11.two.parts'), false)
    assert.equal(await replace('e', 'aes.11.other'), false)
    assert.equal(await replace('e', 'aes.11.five'), true)
    assert.equal(await replace('nothing', 'aes.11.five'), false)
    assert.equal((await read.webhooks.get('a'))?.secretKey, 'aes.22.new')
    assert.equal((await read.bots.getSettings('e'))?.webhooks?.secretKey, 'aes.22.new')
    const left = await read.webhooks.listWithoutSealPrefix('aes.22.', 10)
    assert.deepEqual(left.map(({ id }) => id).toSorted(), ['b', 'c'])
    assert.equal((await read.configuration.get(license.id))?.revision, 3)
  })

  cases.add('answers keys of a removed bot, whose last deliveries must still be signed', async (context) => {
    const { read, write } = context
    await givenKeys(context)
    await write((tx) => tx.agents.remove('c', 5_000))
    assert.ok((await read.webhooks.listSealPrefixes()).includes('aes.33.'))
    assert.equal(await write((tx) => tx.webhooks.replaceSecretKey('c', 'aes.33.four', 'aes.22.x')), true)
    const [destination] = await read.webhooks.listDestinations(['c'])
    assert.equal(destination?.secretKey, 'aes.22.x')
  })
}
