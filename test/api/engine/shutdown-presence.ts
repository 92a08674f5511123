import assert from 'node:assert/strict'
import type { Storage } from '@parley/core'
import { test } from '../../support/cells.js'
import { within } from '../../support/deadline.js'
import { TestEngine } from '../../support/engine.js'
import { at } from '../../support/json.js'
import { StorageValve } from '../../support/storage-valve.js'
import { forEachStorage } from '../../support/storages.js'

forEachStorage('closing the engine while agents are connected', (storage) => {
  async function start(expectsErrors: boolean) {
    const valve = new StorageValve()
    const wrap = (inner: Storage) => valve.guard(inner)
    const engine = await TestEngine.start(storage, { wrap, expectsErrors })
    const desk = await (await (await engine.world()).agent('ada')).connect()
    return { engine, valve, desk }
  }

  test('waits for no storage that never answers, though the clock stands still', async () => {
    const { engine, valve, desk } = await start(true)
    await valve.hold()
    engine.clock.advance(1_000)
    // The lease is being renewed.
    await valve.holding(1)
    await within(engine.parley.close(), () => 'the engine to close')
    assert.equal((await desk.ending()).code, 1012)
    const messages = engine.errors.map((error) => at(error, 'message'))
    assert.deepEqual(messages, ['This node could not leave; others notice it when its lease has run out'])
    await engine.stop()
  })

  test('waits for a lease that is being renewed, and says nothing of it', async () => {
    const { engine, valve, desk } = await start(false)
    await valve.hold()
    engine.clock.advance(1_000)
    await valve.holding(1)
    const closing = engine.parley.close()
    valve.release()
    await closing
    assert.equal((await desk.ending()).code, 1012)
    await engine.stop()
  })
})
