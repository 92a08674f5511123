import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { memoryBus } from '@parley/core'
import type { Bus, BusMessage } from '@parley/core/ports'
import type { Storage } from '@parley/core/storage'
import { test } from '../../support/cells.js'
import { within } from '../../support/deadline.js'
import { TestEngine } from '../../support/engine.js'
import { at } from '../../support/json.js'
import { StorageValve } from '../../support/storage-valve.js'
import { forEachStorage } from '../../support/storages.js'

function busOfOne(): Bus<BusMessage> {
  return memoryBus({ onError: (cause) => assert.fail(String(cause)) })
}

forEachStorage('closing the engine while agents are connected', (storage) => {
  /** Starts an engine. With a bus it renews a lease, because other nodes may exist. */
  async function start(expectsErrors: boolean, bus: Bus<BusMessage> | null = busOfOne()) {
    const valve = new StorageValve()
    const wrap = (inner: Storage) => valve.guard(inner)
    const engine = await TestEngine.start(storage, { wrap, expectsErrors, bus })
    const desk = await (await (await engine.world()).agent('ada')).connect()
    return { engine, valve, desk }
  }

  test('close does not wait for a storage that never answers, even while the clock stands still', async () => {
    const { engine, valve, desk } = await start(true)
    await valve.hold()
    engine.clock.advance(1_000)
    // Waits until the renewal of the lease has begun.
    await valve.holding(1)
    await within(engine.parley.close(), () => 'the engine to close')
    assert.equal((await desk.waitForEnd()).code, 1012)
    const messages = engine.errors.map((error) => at(error, 'message'))
    assert.deepEqual(messages, [
      'This node could not end its presence; other nodes notice when its lease expires',
    ])
    await engine.stop()
  })

  test('close waits for a lease that is being renewed, and logs nothing about it', async () => {
    const { engine, valve, desk } = await start(false)
    await valve.hold()
    engine.clock.advance(1_000)
    await valve.holding(1)
    const closing = engine.parley.close()
    valve.release()
    await closing
    assert.equal((await desk.waitForEnd()).code, 1012)
    await engine.stop()
  })

  test('an idle agent on the only node causes no writes', async () => {
    const { engine, valve, desk } = await start(false, null)
    engine.clock.advance(1_000)
    await valve.hold()
    for (let second = 0; second < 20; second += 1) {
      engine.clock.advance(1_000)
      await nextTurn()
    }
    await desk.succeed('ping')
    assert.equal(valve.heldCount, 0)
    valve.release()
    await engine.stop()
  })
})
