import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { VirtualClock } from '../clock/virtual-clock.js'
import { Shutdown } from '../dispatch/shutdown.js'
import { HealthChecks } from './health-checks.js'

/** A part that responds, fails or hangs as the test demands. */
class ScriptedPart {
  askedCount = 0
  answer: () => Promise<unknown> = () => Promise.resolve()

  async ping(): Promise<null> {
    this.askedCount += 1
    await this.answer()
    return null
  }
}

/** Adapts the part to the ping of a bus or a file storage, which returns nothing. */
const silent = (part: ScriptedPart) => ({ ping: async () => void (await part.ping()) })

function givenChecks() {
  const clock = new VirtualClock(0)
  const [storage, bus, files] = [new ScriptedPart(), new ScriptedPart(), new ScriptedPart()]
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const logger = { debug: write, info: write, warn: write, error: write }
  const shutdown = new Shutdown()
  const checks = new HealthChecks({
    clock,
    logger,
    shutdown,
    storage,
    bus: silent(bus),
    files: silent(files),
  })
  return { clock, storage, bus, files, lines, shutdown, checks }
}

const gone = () => Promise.reject(new Error('gone'))
const allWell = { status: 'ok', storage: 'ok', bus: 'ok', files: 'ok' }

test('a node is unavailable only when the storage does not respond or the engine closes', async () => {
  const { checks, storage, bus, files, shutdown } = givenChecks()
  assert.deepEqual(await checks.now(), allWell)
  bus.answer = gone
  files.answer = gone
  assert.deepEqual(await checks.now(), { ...allWell, bus: 'unavailable', files: 'unavailable' })
  storage.answer = gone
  assert.equal((await checks.now()).status, 'unavailable')
  for (const part of [storage, bus, files]) part.answer = () => Promise.resolve()
  shutdown.begin()
  assert.deepEqual(await checks.now(), { ...allWell, status: 'unavailable' })
})

test('parts that the host does not use are left out of the health', async () => {
  const { clock, shutdown, storage } = givenChecks()
  const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
  const checks = new HealthChecks({ clock, logger, shutdown, storage, bus: undefined, files: {} })
  assert.deepEqual(await checks.now(), { status: 'ok', storage: 'ok' })
})

test('a part that hangs is unavailable after two seconds, and is not checked again before it responds', async () => {
  const { clock, checks, storage } = givenChecks()
  let goOn = () => {}
  storage.answer = () =>
    new Promise<void>((resolve) => {
      goOn = resolve
    })
  for (let count = 0; count < 3; count += 1) {
    const asked = checks.now()
    clock.advance(2_000)
    assert.equal((await asked).storage, 'unavailable')
  }
  assert.equal(storage.askedCount, 1)
  goOn()
  await nextTurn()
  storage.answer = () => Promise.resolve()
  assert.deepEqual(await checks.now(), allWell)
})

test('recent() checks each part at most once a second', async () => {
  const { clock, checks, storage, shutdown } = givenChecks()
  await Promise.all(Array.from({ length: 1_000 }, () => checks.recent()))
  clock.advance(999)
  await checks.recent()
  assert.equal(storage.askedCount, 1)
  storage.answer = gone
  clock.advance(1)
  assert.equal((await checks.recent()).status, 'unavailable')
  assert.equal(storage.askedCount, 2)
  storage.answer = () => Promise.resolve()
  clock.advance(1_000)
  assert.equal((await checks.recent()).status, 'ok')
  shutdown.begin()
  assert.equal((await checks.recent()).status, 'unavailable')
  assert.equal(storage.askedCount, 3)
})

test('a part that stops responding is logged once, and so is its recovery', async () => {
  const { checks, storage, bus, lines } = givenChecks()
  storage.answer = gone
  for (let count = 0; count < 3; count += 1) await checks.now()
  bus.answer = gone
  await checks.now()
  storage.answer = () => Promise.resolve()
  await checks.now()
  await checks.now()
  assert.deepEqual(lines, [
    'The storage does not respond',
    'The bus does not respond',
    'The storage responds again',
  ])
})

test('closed parts are not checked and not logged', async () => {
  const { checks, storage, bus, lines, shutdown } = givenChecks()
  bus.answer = gone
  await checks.now()
  shutdown.begin()
  checks.close()
  storage.answer = gone
  const none = { status: 'unavailable', storage: 'unavailable', bus: 'unavailable', files: 'unavailable' }
  assert.deepEqual([await checks.now(), await checks.recent()], [none, none])
  assert.deepEqual([storage.askedCount, lines], [1, ['The bus does not respond']])
})
