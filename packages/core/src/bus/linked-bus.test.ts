import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gate } from '../../test/gate.js'
import { scripted } from '../../test/scripted.js'
import { nextTurn } from '../clock/next-turn.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { BusLink, BusLinkEvents } from '../ports/bus-link.js'
import { linkedBus } from './linked-bus.js'

interface Made {
  readonly events: BusLinkEvents
  readonly said: string[]
}

async function given() {
  const clock = new VirtualClock(0)
  const made: Made[] = []
  const failed: unknown[] = []
  const state = { isAway: false, hasListeners: true, listening: Promise.resolve() }
  const connect = async (events: BusLinkEvents) => {
    if (state.isAway) throw new Error('away')
    const said: string[] = []
    made.push({ events, said })
    return scripted<BusLink>({
      hasListeners: () => state.hasListeners,
      async send({ messages, reportsLoss }) {
        said.push(`${reportsLoss ? 'loss ' : ''}${messages.map(({ text }) => text).join()}`)
      },
      async listen(licenseIds) {
        said.push(`listens to ${licenseIds}`)
        await state.listening
      },
      unlisten: (licenseId) => void said.push(`does not listen to ${licenseId}`),
      async ping() {},
      close: async () => void said.push('closed'),
    })
  }
  const dependencies = {
    connect,
    clock,
    onError: (cause: unknown) => failed.push(cause),
    waitingBytes: 1_000,
  }
  const bus = linkedBus<unknown>(dependencies)
  const resumed: number[] = []
  await bus.start(() => resumed.push(clock.monotonic()))
  const breakLink = () => made.at(-1)?.events.onDisconnect(new Error('cut off'))
  const pass = async (ms: number) => {
    clock.advance(ms)
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
  }
  return { bus, clock, made, failed, state, resumed, breakLink, pass }
}

test('replaces a broken link, restores its subscriptions, and reports resumed', async () => {
  const { bus, made, resumed, breakLink, pass } = await given()
  await bus.subscribe(1, () => undefined)
  const ended = await bus.subscribe(2, () => undefined)
  ended.end()
  breakLink()
  await assert.rejects(bus.ping(), /The bus is not connected/)
  await pass(49)
  assert.equal(made.length, 1)
  await pass(1)
  assert.deepEqual(made[0]?.said, ['listens to 1', 'listens to 2', 'does not listen to 2'])
  assert.deepEqual(made[1]?.said, ['listens to 1'])
  assert.deepEqual(resumed, [50])
  await bus.ping()
})

test('retries with growing delays, up to two seconds', async () => {
  const { state, made, resumed, breakLink, pass, clock } = await given()
  state.isAway = true
  breakLink()
  for (const ms of [50, 100, 200, 400, 800, 1_600, 2_000, 1_999]) await pass(ms)
  state.isAway = false
  assert.equal(made.length, 1)
  await pass(1)
  assert.equal(made.length, 2)
  assert.deepEqual(resumed, [clock.monotonic()])
})

test('a link that breaks soon does not reset the retry delay', async () => {
  const { made, breakLink, pass } = await given()
  breakLink()
  await pass(50)
  breakLink()
  await pass(50)
  assert.equal(made.length, 2)
  await pass(50)
  assert.equal(made.length, 3)
  await pass(10_000)
  breakLink()
  await pass(50)
  assert.equal(made.length, 4)
})

test('a link that breaks while it subscribes is closed and replaced', async () => {
  const { bus, state, made, resumed, breakLink, pass } = await given()
  await bus.subscribe(1, () => undefined)
  breakLink()
  const listening = gate()
  state.listening = listening.promise
  await pass(50)
  breakLink()
  listening.open()
  await pass(0)
  assert.deepEqual(made[1]?.said, ['listens to 1', 'closed'])
  assert.deepEqual(resumed, [])
  await pass(100)
  assert.equal(made.length, 3)
  assert.deepEqual(resumed, [150])
})

test('messages published without a link are sent by the next one', async () => {
  const { bus, made, breakLink, pass } = await given()
  breakLink()
  const published = bus.publish(1, 'one')
  await pass(50)
  await published
  assert.deepEqual(made[1]?.said, ['"one"'])
})

test('reports losses of other nodes at most once a second', async () => {
  const { made, resumed, pass } = await given()
  const lose = () => made[0]?.events.onLoss()
  for (let time = 0; time < 3; time += 1) lose()
  assert.deepEqual(resumed, [0])
  await pass(1_000)
  assert.deepEqual(resumed, [0, 1_000])
  await pass(5_000)
  lose()
  assert.deepEqual(resumed, [0, 1_000, 6_000])
})

test('reports a loss during connecting only once it is connected', async () => {
  const { bus, made, state, resumed, breakLink, pass } = await given()
  await bus.subscribe(1, () => undefined)
  const listening = gate()
  state.listening = listening.promise
  breakLink()
  await pass(50)
  made[1]?.events.onLoss()
  assert.deepEqual(resumed, [])
  listening.open()
  await pass(0)
  assert.deepEqual(resumed, [50])
  await pass(5_000)
  assert.deepEqual(resumed, [50])
})

test('does not send or encode messages when no other node listens', async () => {
  const { bus, state, made } = await given()
  state.hasListeners = false
  await bus.publish(1, 1n)
  assert.deepEqual(made[0]?.said, [])
})

test('subscribe rejects when the link refuses', async () => {
  const { bus, state, made } = await given()
  const heard: unknown[] = []
  state.listening = Promise.reject(new Error('refused'))
  await assert.rejects(
    bus.subscribe(1, (message) => heard.push(message)),
    /refused/,
  )
  made[0]?.events.onMessage({ licenseId: 1, text: '1' })
  assert.deepEqual(heard, [])
})

test('reports messages that are not JSON, and ignores those of other licenses', async () => {
  const { bus, made, failed } = await given()
  const heard: unknown[] = []
  await bus.subscribe(1, (message) => heard.push(message))
  for (const text of ['{', '1']) made[0]?.events.onMessage({ licenseId: 1, text })
  made[0]?.events.onMessage({ licenseId: 2, text: '{' })
  assert.deepEqual(heard, [1])
  assert.equal(failed.length, 1)
})

test('close sends what was published before, and closes a link that is being made', async () => {
  const { bus, made, state, breakLink, pass } = await given()
  const published = bus.publish(1, 'one')
  await bus.close()
  await published
  assert.deepEqual(made[0]?.said, ['"one"', 'closed'])
  const late = await given()
  await late.bus.subscribe(1, () => undefined)
  late.breakLink()
  const listening = gate()
  late.state.listening = listening.promise
  await late.pass(50)
  const closed = late.bus.close()
  listening.open()
  await closed
  assert.deepEqual(late.made[1]?.said, ['listens to 1', 'does not listen to 1', 'closed'])
  assert.equal(state.isAway, false)
  breakLink()
  await pass(10_000)
  assert.equal(made.length, 1)
})
