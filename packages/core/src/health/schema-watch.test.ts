import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scripted } from '../../test/scripted.js'
import type { Logger } from '../ports/logger.js'
import { resolveSettings } from '../settings.js'
import { SchemaWatch } from './schema-watch.js'

function given(isOutdated?: () => Promise<boolean>) {
  const said: string[] = []
  const logger = scripted<Logger>({ error: (line) => void said.push(line.split('. ')[0] ?? '') })
  const retire = () => void said.push('retires')
  const storage = isOutdated === undefined ? {} : { isOutdated }
  return { said, watch: new SchemaWatch({ storage, logger, settings: resolveSettings({}), retire }) }
}

test('a node retires once when a newer release has changed the schema', async () => {
  let isOutdated = false
  const { said, watch } = given(async () => isOutdated)
  await watch.run()
  assert.deepEqual(said, [])
  isOutdated = true
  await watch.run()
  await watch.run()
  const line = 'A newer release has migrated the database, and this one cannot work with it'
  assert.deepEqual(said, [line, 'retires'])
})

test('a storage without isOutdated is not checked', async () => {
  const { said, watch } = given()
  await watch.run()
  assert.deepEqual(said, [])
})

test('a failing check does not retire the node', async () => {
  const { said, watch } = given(() => Promise.reject(new Error('away')))
  await assert.rejects(watch.run(), /away/)
  assert.deepEqual(said, [])
})
