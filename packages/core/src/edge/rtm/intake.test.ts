import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Gate, gate } from '../../../test/gate.js'
import { VirtualClock } from '../../clock/virtual-clock.js'
import type { Rate } from '../../domain/rate-limit.js'
import { Intake } from './intake.js'

const unlimited = { perSecond: 1_000_000, burst: 1_000_000 }

function givenIntake(maxRunning: number, rate: Rate = unlimited, canPause = true) {
  const clock = new VirtualClock(0)
  const heard: string[] = []
  const gates = new Map<string, Gate>()
  const peer = { isBehind: false, isThrottled: false, mustWait: '', refusalCount: 0 }
  const intake = new Intake(
    {
      canPause,
      pause: () => heard.push('pause'),
      resume: () => heard.push('resume'),
      isBehind: () => peer.isBehind,
      now: () => clock.monotonic(),
      isThrottled: () => peer.isThrottled,
      mustWait: (message) => message === peer.mustWait,
      perform: (message, performing) => {
        const text = String(message)
        heard.push(text)
        const end = gate()
        gates.set(text, end)
        void end.promise.then(() => performing.ended())
      },
      refuse: (message, refusalCount) => {
        peer.refusalCount = refusalCount
        heard.push(message === undefined ? 'refuse control' : 'refuse')
      },
      giveUp: () => heard.push('give up'),
      watch: () => heard.push('watch'),
    },
    { ...rate, inFlightCount: maxRunning },
  )
  const receive = (...texts: string[]) => {
    for (const text of texts) intake.receive(text)
  }
  const end = async (text: string) => {
    gates.get(text)?.open()
    await nextTurn()
  }
  return { intake, clock, heard, peer, receive, end }
}

const performed = (heard: readonly string[]) => heard.filter((entry) => /^\w$/.test(entry))

test('runs requests below the limit immediately, and keeps reading', () => {
  const { heard, receive } = givenIntake(3)
  receive('a', 'b')
  assert.deepEqual(heard, ['a', 'b'])
})

test('stops reading at the limit of concurrent requests until one ends', async () => {
  const { heard, receive, end } = givenIntake(2)
  receive('a', 'b')
  assert.deepEqual(heard, ['a', 'pause', 'watch', 'b'])
  await end('b')
  assert.deepEqual(heard, ['a', 'pause', 'watch', 'b', 'resume'])
})

test('held messages keep their order, and no more than the limit run concurrently', async () => {
  const { heard, receive, end } = givenIntake(2)
  receive('a', 'b', 'c', 'd', 'e')
  assert.deepEqual(performed(heard), ['a', 'b'])
  await end('a')
  assert.deepEqual(performed(heard), ['a', 'b', 'c'])
  await end('c')
  await end('b')
  assert.deepEqual(performed(heard), ['a', 'b', 'c', 'd', 'e'])
  await end('d')
  assert.equal(heard.at(-1), 'resume')
})

test('refuses one message over the rate, and then stops reading until a token is available', () => {
  const { intake, heard, clock, peer, receive } = givenIntake(10, { perSecond: 20, burst: 2 })
  receive('a', 'b', 'c', 'd', 'e')
  assert.deepEqual(heard, ['a', 'b', 'pause', 'watch', 'refuse'])
  clock.advance(49)
  assert.equal(intake.tick(), true)
  assert.equal(heard.length, 5)
  clock.advance(1)
  assert.equal(intake.tick(), true)
  assert.deepEqual(heard.slice(5), ['d', 'pause', 'watch', 'refuse'])
  clock.advance(100)
  assert.equal(intake.tick(), false)
  assert.equal(heard.at(-1), 'resume')
  assert.equal(peer.refusalCount, 2)
})

test('counts refusals until the bucket is full again', () => {
  const { intake, clock, peer, receive } = givenIntake(10, { perSecond: 20, burst: 2 })
  receive('a', 'b', 'c')
  clock.advance(50)
  intake.tick()
  receive('d', 'e')
  assert.equal(peer.refusalCount, 2)
  clock.advance(150)
  intake.tick()
  receive('f', 'g', 'h')
  assert.equal(peer.refusalCount, 1)
})

test('a control frame takes a token, and over the rate it stops reading without a response', () => {
  const { intake, heard, clock, receive } = givenIntake(10, { perSecond: 20, burst: 2 })
  assert.equal(intake.receiveControl(), true)
  receive('a')
  assert.equal(intake.receiveControl(), false)
  assert.deepEqual(heard, ['a', 'pause', 'watch', 'refuse control'])
  receive('b')
  assert.equal(intake.receiveControl(), false)
  clock.advance(50)
  intake.tick()
  assert.deepEqual(performed(heard), ['a', 'b'])
})

test('stops reading from a peer that does not take its responses, without refusing messages', () => {
  const { intake, heard, peer, receive } = givenIntake(10)
  peer.isBehind = true
  receive('a', 'b')
  assert.deepEqual(heard, ['pause', 'watch'])
  assert.equal(intake.tick(), true)
  peer.isBehind = false
  assert.equal(intake.tick(), false)
  assert.deepEqual(heard.slice(2), ['a', 'b', 'resume'])
})

test('refuses a peer that owes a charge once, and reads again when it is paid off', () => {
  const { intake, heard, peer, receive } = givenIntake(10)
  peer.isThrottled = true
  receive('a', 'b')
  assert.deepEqual(heard, ['pause', 'watch', 'refuse'])
  assert.equal(intake.tick(), true)
  peer.isThrottled = false
  assert.equal(intake.tick(), false)
  assert.deepEqual(heard.slice(3), ['b', 'resume'])
})

test('holds a message that must wait, and those behind it, without refusing them', () => {
  const { intake, heard, peer, receive } = givenIntake(10)
  peer.mustWait = 'b'
  receive('a', 'b', 'c')
  assert.deepEqual(heard, ['a', 'pause', 'watch'])
  assert.equal(intake.tick(), true)
  peer.mustWait = ''
  assert.equal(intake.tick(), false)
  assert.deepEqual(heard.slice(3), ['b', 'c', 'resume'])
})

test('changeBounds resets the rate and the refusals', () => {
  const { intake, heard, receive } = givenIntake(100, { perSecond: 5, burst: 1 })
  receive('a')
  intake.changeBounds({ inFlightCount: 100, perSecond: 20, burst: 40 })
  for (let count = 0; count < 40; count += 1) receive('b')
  assert.equal(performed(heard).length, 41)
  receive('c')
  assert.equal(heard.at(-1), 'refuse')
})

test('gives up a peer with more than a thousand held frames, including control frames', () => {
  const { intake, heard, peer, receive } = givenIntake(10, { perSecond: 1, burst: 1 })
  peer.isBehind = true
  receive('x')
  assert.equal(intake.receiveControl(), true)
  for (let count = 0; count < 499; count += 1) {
    receive('x')
    intake.receiveControl()
  }
  assert.equal(heard.includes('give up'), false)
  for (let count = 0; count < 2; count += 1) receive('x')
  assert.equal(heard.at(-1), 'give up')
})

test('accepts and counts a control frame while requests are running', async () => {
  const { intake, heard, receive } = givenIntake(1, { perSecond: 20, burst: 2 })
  receive('a')
  assert.equal(intake.receiveControl(), true)
  assert.equal(intake.receiveControl(), false)
  assert.equal(heard.includes('refuse'), false)
})

test('refuses a held message that is over the rate', async () => {
  const { heard, receive, end } = givenIntake(1, { perSecond: 20, burst: 2 })
  receive('a', 'b', 'c', 'd')
  await end('a')
  await end('b')
  assert.deepEqual(performed(heard), ['a', 'b'])
  assert.deepEqual(heard.slice(-3), ['pause', 'watch', 'refuse'])
})

test('starts nothing after end, and does not resume the peer', async () => {
  const { intake, heard, receive, end } = givenIntake(1)
  receive('a', 'b')
  intake.end()
  await end('a')
  receive('c')
  assert.equal(intake.receiveControl(), false)
  assert.equal(intake.tick(), false)
  assert.deepEqual(heard, ['pause', 'watch', 'a'])
})

test('idle resolves when no request is running', async () => {
  const { intake, receive, end } = givenIntake(3)
  receive('a', 'b')
  let isIdle = false
  const idle = intake.idle().then(() => {
    isIdle = true
  })
  await end('a')
  assert.equal(isIdle, false)
  await end('b')
  await idle
})

test('isQuiet when no request runs, no message is held and the bucket is full', async () => {
  const { intake, clock, receive, end } = givenIntake(1, { perSecond: 1, burst: 1 })
  const isQuiet = () => intake.isQuiet
  assert.equal(isQuiet(), true)
  receive('a')
  clock.advance(10_000)
  assert.equal(isQuiet(), false)
  await end('a')
  assert.equal(isQuiet(), true)
  receive('b')
  await end('b')
  assert.equal(isQuiet(), false)
  clock.advance(1_000)
  assert.equal(isQuiet(), true)
})

test('holds a hundred messages of a peer that cannot be paused, and refuses further ones', async () => {
  const { heard, peer, receive, end } = givenIntake(1, unlimited, false)
  receive('a')
  for (let count = 0; count < 100; count += 1) receive('b')
  assert.equal(heard.includes('refuse'), false)
  receive('c', 'd')
  assert.deepEqual(heard.slice(-2), ['refuse', 'refuse'])
  assert.equal(peer.refusalCount, 2)
  await end('a')
  assert.deepEqual(performed(heard), ['a', 'b'])
})

test('holds 64 KiB and one more message of a peer that cannot be paused', () => {
  const { heard, receive } = givenIntake(1, unlimited, false)
  receive('a', 'x'.repeat(65_535), 'x'.repeat(200_000))
  assert.equal(heard.includes('refuse'), false)
  receive('b')
  assert.equal(heard.at(-1), 'refuse')
})

test('counts a parsed message with the length of its text', async () => {
  const { heard, receive, intake, end } = givenIntake(1, unlimited, false)
  receive('a')
  intake.receive({ value: {}, length: 65_536 })
  receive('b')
  assert.equal(heard.at(-1), 'refuse')
  await end('a')
  assert.equal(heard.at(-1), '[object Object]')
})
