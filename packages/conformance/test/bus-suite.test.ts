import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type BusFixture, type TestFunction, testBus } from '@parley/conformance'
import { type Bus, linkedBus, systemClock } from '@parley/core/ports'
import { type BrokenBus, brokenBuses } from './broken-buses.js'
import { Hub } from './hub.js'

const supports = { separateNodes: true, outages: true }

async function fixture(made: (sound: Bus<unknown>) => Bus<unknown>): Promise<BusFixture> {
  const hub = new Hub()
  const { connect } = hub
  const options = { connect, clock: systemClock, onError: () => undefined, waitingBytes: 16_777_216 }
  const sound: Bus<unknown>[] = []
  const another = () => {
    const bus = linkedBus<unknown>(options)
    sound.push(bus)
    return made(bus)
  }
  const outage = { begin: async () => hub.leave(), end: async () => hub.comeBack() }
  const cleanup = async () => {
    for (const bus of sound) await bus.close()
  }
  return { bus: another(), another, outage, cleanup }
}

function breaking(broken: BrokenBus['broken']): (sound: Bus<unknown>) => Bus<unknown> {
  return (sound) => ({
    start: (resumed) => sound.start(resumed),
    publish: (licenseId, message) => sound.publish(licenseId, message),
    subscribe: (licenseId, listener) => sound.subscribe(licenseId, listener),
    ping: () => sound.ping(),
    close: () => sound.close(),
    ...broken(sound),
  })
}

/** Returns the suite's cases by name. */
function casesOf(factory: () => Promise<BusFixture>): ReadonlyMap<string, () => Promise<void>> {
  const cases = new Map<string, () => Promise<void>>()
  const collect: TestFunction = (name, _options, run) => cases.set(name, run)
  testBus({ test: collect, factory, supports })
  return cases
}

describe('a sound bus passes', () => {
  testBus({ test, factory: () => fixture((sound) => sound), supports })
})

describe('is caught by name: a bus that', { concurrency: true }, () => {
  for (const { fault, caughtBy, broken } of brokenBuses) {
    test(fault, async () => {
      const run = casesOf(() => fixture(breaking(broken))).get(caughtBy)
      assert.ok(run, 'there is such a case')
      await assert.rejects(run())
    })
  }
})
