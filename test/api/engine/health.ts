import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { memoryFiles } from '@parley/core'
import type { Storage } from '@parley/core/storage'
import { StorageError } from '@parley/core/storage'
import { TestEngine, useEngine } from '../../support/engine.js'
import { StorageValve } from '../../support/storage-valve.js'
import { memoryDatabase } from '../../support/storages.js'
import { exchange } from '../../support/web-client.js'

describe('health over HTTP', () => {
  const valve = new StorageValve()
  const suite = useEngine(memoryDatabase, {
    baseUrl: 'https://shop.example/support',
    paths: { health: 'state' },
    files: memoryFiles(),
    wrap: (inner: Storage) => valve.guard(inner),
  })
  const ask = async (path: string, init: RequestInit = {}) => {
    const { status, body } = await exchange(`${suite.engine.origin}${path}`, init)
    return { status, body }
  }
  const healthy = { status: 200, body: { status: 'ok', storage: 'ok', files: 'ok' } }

  test('health reports which part is unavailable, without details, and liveness stays ok', async () => {
    const { clock } = suite.engine
    for (const path of ['/state', '/state/ready']) assert.deepEqual(await ask(path), healthy)
    valve.breakWith(new StorageError('unavailable', 'the password of the database is secret'))
    clock.advance(1_000)
    const away = { status: 503, body: { status: 'unavailable', storage: 'unavailable', files: 'ok' } }
    for (const path of ['/state', '/state/ready']) assert.deepEqual(await ask(path), away)
    assert.deepEqual(await ask('/state/live'), { status: 200, body: { status: 'ok' } })
    valve.release()
    assert.deepEqual(await ask('/state/ready'), away, 'the storage was asked twice in a second')
    clock.advance(1_000)
    assert.deepEqual(await ask('/state/ready'), healthy)
  })

  test('health takes GET and HEAD only, is not cached, and owns only its own paths', async () => {
    const { headers } = await exchange(`${suite.engine.origin}/state/ready`, {})
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal((await ask('/state/ready', { method: 'HEAD' })).status, 200)
    assert.equal((await ask('/state/ready', { method: 'POST' })).status, 405)
    assert.equal((await ask('/state/ready', { method: 'OPTIONS' })).status, 204)
    const { parley } = suite.engine
    const owned = ['', '/live', '/ready', '/', '/other', 's'].map((end) =>
      parley.owns(`/support/state${end}`),
    )
    assert.deepEqual(owned, [true, true, true, false, false, false])
    assert.equal(parley.owns('/support/health'), false)
  })

  test('health answers 503 on a node that closes, so that it gets no new clients', async () => {
    const engine = await TestEngine.start(memoryDatabase)
    const address = `${engine.origin}/health`
    assert.equal((await exchange(address, {})).status, 200)
    await engine.parley.close()
    const { status, headers } = await exchange(address, {})
    const names = ['connection', 'retry-after']
    assert.deepEqual([status, ...names.map((name) => headers.get(name))], [503, 'close', '1'])
    assert.equal((await exchange(`${address}/live`, {})).status, 200)
    await engine.stop()
  })
})
