import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testStorage } from '@parley/conformance'
import type { Storage } from '@parley/core/storage'
import { memoryStorage } from '@parley/storage-memory'
import { brokenStorages } from './broken-storages.js'
import { Recorder } from './recorder.js'

function casesOf(breaks: (sound: Storage) => Storage): Recorder {
  const recorder = new Recorder()
  const open = () => breaks(memoryStorage())
  testStorage({
    test: recorder.test,
    factory: async () => ({ storage: open(), another: open, cleanup: async () => {} }),
    supports: { persistence: false, concurrentNodes: false },
  })
  return recorder
}

test('a sound storage passes every case', async () => {
  const cases = casesOf((sound) => sound)
  assert.deepEqual(await cases.failing(), [])
  assert.ok(cases.names.length > 500)
})

for (const { fault, caughtBy, breaks } of brokenStorages) {
  test(`a storage that ${fault} is caught by its case`, async () => {
    const [aspect = ''] = caughtBy.split(':')
    const failing = await casesOf(breaks).failing(`${aspect}:`)
    assert.ok(failing.includes(caughtBy), `only these have failed: ${failing.join('; ')}`)
  })
}

test('a storage that loses deliveries ends every case, also those that wait for them', async () => {
  const broken = brokenStorages.find(({ fault }) => fault === 'loses deliveries of events')
  assert.ok(broken)
  assert.deepEqual(await casesOf(broken.breaks).failing('outbox races:'), [
    'outbox races: delivers each once and in order during concurrent adds and claims',
  ])
})
