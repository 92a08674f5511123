import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { changesOn } from '../../test/changes.js'
import { agent, customer } from '../../test/domain-values.js'
import { gate } from '../../test/gate.js'
import { openStorage } from '../../test/open-storage.js'
import { Background } from '../background/background.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { FailureLog } from '../logging/failure-log.js'
import type { PushMessage, PushOutcome, PushService } from '../ports/push-service.js'
import { PushTargets } from '../push/push-targets.js'
import { resolveSettings } from '../settings.js'
import { Notifier } from './notifier.js'
import { type WaitingNotice, WaitingNotices } from './waiting-notices.js'

const timeoutMs = 10_000
const fine: PushOutcome = { deadTokens: [] }

interface Notified {
  readonly tokens: readonly string[]
  readonly message: PushMessage
  readonly signal: AbortSignal
}

/** Ada has a phone and a tablet, Bob has a phone, Eve is connected, and Kim has disabled notifications. */
async function given(answer: (notified: Notified) => Promise<PushOutcome> = async () => fine) {
  const clock = new VirtualClock(0)
  const storage = await openStorage(async (tx) => {
    const licenseId = (
      await tx.licenses.insert({ name: 'A', plan: 'a', isInTrial: false, createdAt: 1, expiresAt: null })
    ).id
    await tx.customers.insert(customer({ id: 'casey', name: 'Casey', licenseId }))
    const put = (agentId: string, token: string, isEnabled = true) =>
      tx.agents.putDevice(
        {
          agentId,
          token,
          isEnabled,
          platform: 'ios',
          applicationName: null,
          applicationVersion: null,
          putAt: 1,
        },
        20,
      )
    for (const id of ['ada', 'bob', 'eve', 'kim']) {
      await tx.agents.insert(agent({ id, licenseId, name: id, onlineUntil: id === 'eve' ? 'forever' : 0 }))
      await put(id, `phone of ${id}`, id !== 'kim')
    }
    await put('ada', 'tablet of ada')
  })
  const notified: Notified[] = []
  const pushService: PushService = {
    notify: (devices, message, { signal }) => {
      const one = { tokens: devices.map(({ token }) => token), message, signal }
      notified.push(one)
      return answer(one)
    },
  }
  const logged: unknown[] = []
  const ignore = () => undefined
  const at = (level: string) => (message: string, fields: unknown) =>
    logged.push(Object.assign({ level, message }, fields))
  const logger = { debug: ignore, info: ignore, warn: at('warn'), error: at('error') }
  const failures = new FailureLog({ clock, logger, newId: () => 'id', linesPerPeriod: 10 })
  const settings = resolveSettings({})
  const waiting = new WaitingNotices({
    clock,
    intervalMs: 10_000,
    maxCount: 10_000,
    onDropped: () => assert.fail(),
  })
  let readCount = 0
  const agents = Object.assign(Object.create(storage.read.agents), {
    listDevicesToNotify: (ids: readonly string[]) => {
      readCount += 1
      return storage.read.agents.listDevicesToNotify(ids)
    },
  })
  const read = { agents, customers: storage.read.customers }
  const { changes } = changesOn(storage, clock)
  const targets = new PushTargets()
  const notifier = new Notifier({ pushService, waiting, targets, read, changes, clock, failures, settings })
  const background = new Background({ clock, failures })
  background.add(notifier)
  const settled = async () => {
    for (let turns = 0; turns < 20; turns += 1) await nextTurn()
  }
  const pass = async (ms = 1_000) => {
    clock.advance(ms)
    await settled()
  }
  background.startJobs()
  await settled()
  const devicesOf = async (id: string) =>
    (await storage.read.agents.listDevices(id)).map(({ token }) => token)
  return { clock, background, waiting, notified, logged, pass, devicesOf, reads: () => readCount }
}

function notice(agentId: string, values: Partial<WaitingNotice> = {}): WaitingNotice {
  const event = { author: { kind: 'customer', id: 'casey' }, type: 'message', body: 'Hello' } as const
  const of = { licenseId: 1, chatId: 'chat', threadId: 'thread' }
  return { agentId, ...of, reason: 'event', event, eventCount: 1, ...values }
}

test("an agent is notified on all devices, with the author's name as the title", async () => {
  const { waiting, notified, pass, logged } = await given()
  waiting.add(notice('ada'))
  await pass()
  assert.deepEqual(
    notified.map(({ tokens, message }) => ({ tokens, message })),
    [
      {
        tokens: ['phone of ada', 'tablet of ada'],
        message: {
          ...{ licenseId: 1, agentId: 'ada', chatId: 'chat', threadId: 'thread', reason: 'event' },
          ...{ title: 'Casey', body: 'Hello', eventType: 'message', eventCount: 1 },
        },
      },
    ],
  )
  assert.deepEqual(logged, [])
})

test("an assignment is notified without a text, and a colleague's message with the name", async () => {
  const { waiting, notified, pass } = await given()
  waiting.add(notice('ada', { event: null, eventCount: 0, reason: 'assigned' }))
  waiting.add(
    notice('bob', { event: { author: { kind: 'agent', id: 'ada' }, type: 'annotation', body: 'x' } }),
  )
  await pass()
  assert.deepEqual(
    notified.map(({ message: { title, body, eventType } }) => [title, body, eventType]),
    [
      [null, '', null],
      ['ada', 'x', 'annotation'],
    ],
  )
})

test('agents who are connected or have no enabled device are not notified', async () => {
  const { waiting, notified, pass } = await given()
  for (const id of ['eve', 'kim', 'nobody']) waiting.add(notice(id))
  await pass()
  assert.deepEqual(notified, [])
})

test('the devices of all waiting notices are read by one query, and none without notices', async () => {
  const { waiting, pass, reads } = await given()
  for (const id of ['ada', 'bob', 'nobody'])
    for (const chatId of ['a', 'b']) waiting.add(notice(id, { chatId }))
  await pass()
  assert.equal(reads(), 1)
  await pass(5_000)
  assert.equal(reads(), 1)
})

test('devices that the push service reports as dead are removed, and no others', async () => {
  const { waiting, pass, devicesOf, logged } = await given(async () => ({
    deadTokens: ['phone of ada', 'phone of bob'],
  }))
  waiting.add(notice('ada'))
  await pass()
  assert.deepEqual([await devicesOf('ada'), await devicesOf('bob')], [['tablet of ada'], ['phone of bob']])
  assert.deepEqual(logged, [])
})

test('failures are logged, even besides dead devices, and not retried', async () => {
  const cause = new Error('away')
  const answers = [
    async () => ({ deadTokens: ['tablet of ada'], failures: [cause] }),
    () => Promise.reject(cause),
  ]
  const { waiting, notified, pass, devicesOf, logged } = await given(() =>
    (answers.shift() ?? (async () => fine))(),
  )
  waiting.add(notice('ada'))
  waiting.add(notice('bob'))
  await pass()
  await pass(60_000)
  assert.equal(notified.length, 2)
  assert.deepEqual(await devicesOf('ada'), ['phone of ada'])
  const failure = { type: 'push service', licenseId: 1, cause }
  assert.deepEqual(logged, [
    { level: 'warn', message: 'A device could not be notified', ...failure },
    { level: 'error', message: 'An agent could not be notified', ...failure },
  ])
})

test('a push service that throws synchronously is logged as failed', async () => {
  const { waiting, pass, logged } = await given(() => {
    throw new Error('bad')
  })
  waiting.add(notice('ada'))
  await pass()
  assert.equal(logged.length, 1)
})

test('a call that exceeds the timeout is aborted and logged, while others continue', async () => {
  const held = gate<PushOutcome>()
  const { waiting, notified, pass, logged } = await given(({ message }) =>
    message.agentId === 'ada' ? held.promise : Promise.resolve(fine),
  )
  waiting.add(notice('ada'))
  waiting.add(notice('bob'))
  await pass()
  assert.deepEqual(
    notified.map(({ signal }) => signal.aborted),
    [false, false],
  )
  await pass(timeoutMs)
  assert.deepEqual(
    notified.map(({ signal }) => signal.aborted),
    [true, false],
  )
  assert.deepEqual(logged, [
    {
      ...{ level: 'warn', message: 'The push service did not respond in time' },
      ...{ type: 'push service', licenseId: 1 },
    },
  ])
  held.fail(new Error('cancelled'))
  await pass()
  assert.equal(logged.length, 1)
})

test('closing aborts the running calls and logs nothing', async () => {
  const held = gate<PushOutcome>()
  const { waiting, background, notified, pass, logged } = await given(() => held.promise)
  waiting.add(notice('ada'))
  await pass()
  await background.drain()
  await background.close()
  assert.equal(notified[0]?.signal.aborted, true)
  held.fail(new Error('cancelled'))
  waiting.add(notice('bob'))
  await pass(60_000)
  assert.deepEqual([notified.length, logged], [1, []])
})
