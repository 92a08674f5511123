import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../test/assertions.js'
import { gate } from '../../test/gate.js'
import { scripted } from '../../test/scripted.js'
import { nextTurn } from '../clock/next-turn.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { isPromise } from '../domain/promises.js'
import { builtInProperties } from '../domain/properties.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { LicenseConfiguration } from '../model/configuration.js'
import type { ConfigurationReads } from '../ports/stores/configuration.js'
import { nothingConfigured } from './configuration.js'
import { Configurations } from './configurations.js'

const maxAgeMs = 60_000

function given(isConnected = true) {
  const clock = new VirtualClock(0)
  const logged: string[] = []
  const heard: string[] = []
  const state: {
    stored: LicenseConfiguration | undefined
    hold: Promise<void>
    failure?: Error
    listening: Promise<void> | undefined
  } = {
    stored: nothingConfigured,
    hold: Promise.resolve(),
    listening: undefined,
  }
  const configuration = scripted<ConfigurationReads>({
    async get() {
      const { stored, failure } = state
      heard.push(`read ${stored?.revision}`)
      await state.hold
      if (failure !== undefined) throw failure
      return stored
    },
  })
  const configurations = new Configurations({
    read: { configuration },
    clock,
    failures: scripted<FailureLog>({ write: (message) => void logged.push(message) }),
    limits: {
      propertiesBytes: 1,
      customContentBytes: 2,
      eventContentBytes: 3,
      threadBounds: { eventCount: 4, eventBytes: 5 },
    },
    listen: () => state.listening,
    isConnected: () => isConnected,
    maxAgeMs,
  })
  return { configurations, clock, state, heard, logged }
}

const color = {
  namespace: 'app',
  name: 'color',
  definition: { type: 'string', locations: { chat: { agent: { read: true, write: true } } } },
} as const

test('a configuration is read once, and then returned synchronously', async () => {
  const { configurations, state, heard } = given()
  state.stored = { ...nothingConfigured, revision: 3, properties: [color] }
  const [one, two] = await Promise.all([configurations.get(1), configurations.get(1)])
  assert.equal(one, two)
  assert.equal(configurations.get(1), one)
  assert.deepEqual(heard, ['read 3'])
  assert.deepEqual(one.catalog.get('app')?.get('color'), color.definition)
  assert.equal(one.catalog.get('test'), builtInProperties.get('test'))
  assert.equal(one.rules.catalog, one.catalog)
  assert.equal(one.rules.propertiesBytes, 1)
})

test('it is read again once changes of the license are received', async () => {
  const { configurations, state, heard } = given()
  const before = await configurations.get(1)
  const listening = gate()
  state.listening = listening.promise
  const reading = configurations.get(1)
  assert.equal(configurations.getCatalog(1), before.catalog)
  await nextTurn()
  assert.deepEqual(heard, ['read 0'])
  state.stored = { ...nothingConfigured, revision: 4, properties: [color] }
  state.listening = undefined
  listening.open()
  assert.equal((await reading).revision, 4)
})

test('forgetAll makes all configurations be read again, even those being read', async () => {
  const { configurations, state, heard } = given()
  await configurations.get(1)
  const held = gate()
  state.hold = held.promise
  const reading = configurations.get(2)
  await nextTurn()
  configurations.forgetAll()
  state.stored = { ...nothingConfigured, revision: 1, properties: [color] }
  held.open()
  assert.deepEqual([(await reading).revision, (await configurations.get(1)).revision], [1, 1])
  assert.deepEqual(heard, ['read 0', 'read 0', 'read 1', 'read 1'])
})

test('a read stops waiting for an announced revision of the configuration that the storage never returns', async () => {
  const { configurations, state, heard } = given()
  state.stored = { ...nothingConfigured, revision: 1 }
  await configurations.get(1)
  configurations.forget(1, 9)
  assert.equal((await configurations.get(1)).revision, 1)
  assert.equal(heard.length, 4)
  await configurations.get(1)
  assert.equal(heard.length, 4)
})

test('catalogOf triggers a new read, and nothing does after close', async () => {
  const { configurations, clock, heard } = given()
  await configurations.get(1)
  clock.advance(maxAgeMs)
  configurations.getCatalog(1)
  await nextTurn()
  assert.equal(heard.length, 2)
  configurations.close()
  clock.advance(maxAgeMs)
  configurations.getCatalog(1)
  await nextTurn()
  assert.equal(heard.length, 2)
})

test('an unknown license is not found, and not cached', async () => {
  const { configurations, state, heard } = given()
  state.stored = undefined
  for (const _ of [1, 2]) {
    await assert.rejects(Promise.resolve(configurations.get(1)), refusal('license_not_found'))
  }
  assert.equal(heard.filter((what) => what.startsWith('read')).length, 2)
})

test('after a change it is read again, and catalogOf returns the previous one until then', async () => {
  const { configurations, state } = given()
  await configurations.get(1)
  state.stored = { ...nothingConfigured, revision: 1, properties: [color] }
  configurations.forget(1, 1)
  assert.equal(configurations.getCatalog(1), builtInProperties)
  const changed = await configurations.get(1)
  assert.equal(changed.revision, 1)
  assert.equal(configurations.getCatalog(1), changed.catalog)
})

test('a duplicate or outdated change has no effect', async () => {
  const { configurations, state, heard } = given()
  state.stored = { ...nothingConfigured, revision: 2 }
  await configurations.get(1)
  configurations.forget(1, 2)
  configurations.forget(1, 1)
  configurations.forget(7, 1)
  await configurations.get(1)
  assert.deepEqual(heard, ['read 2'])
})

test('a read that began before a change is not accepted as the result after it', async () => {
  const { configurations, state, heard } = given()
  await configurations.get(1)
  const hold = gate()
  state.hold = hold.promise
  configurations.forget(1, 1)
  const reading = configurations.get(1)
  await nextTurn()
  state.stored = { ...nothingConfigured, revision: 1, properties: [color] }
  hold.open()
  assert.equal((await reading).revision, 1)
  assert.deepEqual(heard.slice(1), ['read 0', 'read 1'])
})

test('it is read again after a minute in case a change was missed, and catalogOf still returns it', async () => {
  const { configurations, clock, state } = given()
  const before = await configurations.get(1)
  state.stored = { ...nothingConfigured, revision: 1, properties: [color] }
  clock.advance(maxAgeMs)
  assert.equal(configurations.get(1), before)
  await nextTurn()
  assert.equal((await configurations.get(1)).revision, 1)
})

test('a storage error rejects the waiting callers, and is logged when there are none', async () => {
  const { configurations, state, logged } = given()
  state.failure = new Error('no storage')
  await assert.rejects(Promise.resolve(configurations.get(1)), state.failure)
  assert.deepEqual(logged, [])
  assert.equal(configurations.getCatalog(1), builtInProperties)
  await nextTurn()
  assert.deepEqual(logged, ['A configuration could not be read'])
})

for (const isConnected of [true, false]) {
  test(`it is ${isConnected ? 'kept while a user is connected' : 'dropped when unused and no user is connected'}`, async () => {
    const { configurations, clock, heard } = given(isConnected)
    await configurations.get(1)
    clock.advance(2 * maxAgeMs)
    const now = configurations.get(1)
    assert.equal(isPromise(now), !isConnected)
    await now
    assert.equal(heard.filter((what) => what === 'read 0').length, 2)
    configurations.close()
  })
}
