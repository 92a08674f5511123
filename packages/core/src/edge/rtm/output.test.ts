import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutgoingFrame, RtmConnection } from '../../ports/rtm-connection.js'
import { TextFrame } from '../../push/text-frame.js'
import { RtmOutput } from './output.js'

const limits = { bufferedBytes: 80_000, stalledMs: 10_000 }
const frameOf = (length: number) => new TextFrame('x'.repeat(length))

/** A connection whose peer takes as many bytes as the test says. */
class StubConnection
  implements Pick<RtmConnection, 'send' | 'canPause' | 'pause' | 'resume' | 'bufferedBytes' | 'flushedBytes'>
{
  readonly canPause = true
  bufferedBytes = 0
  flushedBytes = 0

  send({ text }: OutgoingFrame): void {
    this.bufferedBytes += text.length
  }

  pause(): void {}
  resume(): void {}

  take(bytes: number): void {
    this.bufferedBytes -= bytes
    this.flushedBytes += bytes
  }
}

function givenOutput() {
  const connection = new StubConnection()
  return { connection, output: new RtmOutput(connection, limits) }
}

test('a reader that keeps up is not slow, regardless of the amount', () => {
  const { connection, output } = givenOutput()
  for (let now = 0; now < 100_000; now += 1_000) {
    assert.equal(output.push(frameOf(79_000)), true)
    assert.equal(output.isSlow(now), false)
    connection.take(79_000)
  }
})

test('a reader with more unsent bytes than the limit at two looks in a row is slow', () => {
  const { connection, output } = givenOutput()
  output.push(frameOf(80_001))
  assert.equal(output.isSlow(0), false)
  connection.take(1)
  output.push(frameOf(1))
  assert.equal(output.isSlow(1_000), true)
})

test('a burst that is sent by the next look does not make the reader slow', () => {
  const { connection, output } = givenOutput()
  for (let now = 0; now < 4_000; now += 2_000) {
    output.push(frameOf(500_000))
    assert.equal(output.isSlow(now), false)
    connection.take(450_000)
    assert.equal(output.isSlow(now + 1_000), false)
    connection.take(50_000)
  }
})

test('a reader with eight times the limit unsent is slow immediately and gets nothing further', () => {
  const { connection, output } = givenOutput()
  assert.equal(output.push(frameOf(640_001)), true)
  assert.equal(output.push(frameOf(1)), false)
  assert.equal(connection.bufferedBytes, 640_001)
})

test('a reader that takes no byte for the stall time is slow, however little is unsent', () => {
  const { connection, output } = givenOutput()
  output.push(frameOf(10))
  assert.equal(output.isSlow(0), false)
  assert.equal(output.isSlow(9_999), false)
  connection.take(1)
  assert.equal(output.isSlow(10_000), false)
  assert.equal(output.isSlow(19_999), false)
  assert.equal(output.isSlow(20_000), true)
})

test('the stall time starts again when the reader has taken everything', () => {
  const { connection, output } = givenOutput()
  output.push(frameOf(10))
  output.isSlow(0)
  connection.take(10)
  output.isSlow(9_000)
  output.push(frameOf(10))
  assert.equal(output.isSlow(10_000), false)
  assert.equal(output.isSlow(19_999), false)
  assert.equal(output.isSlow(20_000), true)
})

test('a response does not count as unsent pushes', () => {
  const { connection, output } = givenOutput()
  output.sendResponse(frameOf(1_000_000))
  assert.equal(output.isSlow(0), false)
  connection.take(1)
  assert.equal(output.isSlow(1_000), false)
  output.push(frameOf(80_000))
  assert.equal(output.isSlow(2_000), false)
  connection.take(1)
  assert.equal(output.isSlow(3_000), false)
  output.push(frameOf(1))
  assert.equal(output.isSlow(4_000), false)
  connection.take(1)
  assert.equal(output.isSlow(5_000), true)
})

test('the rest of a partly taken response does not count as unsent pushes', () => {
  const { connection, output } = givenOutput()
  output.push(frameOf(70_000))
  output.sendResponse(frameOf(100_000))
  output.push(frameOf(5_000))
  connection.take(120_000)
  assert.equal(output.isSlow(0), false)
  connection.take(1)
  assert.equal(output.isSlow(1_000), false)
})

test('releases the budget of each response when its last byte was taken', () => {
  const { connection, output } = givenOutput()
  const gone: string[] = []
  output.sendResponse(frameOf(100), () => gone.push('first'))
  output.push(frameOf(50))
  output.sendResponse(frameOf(100), () => gone.push('second'))
  connection.take(99)
  assert.equal(output.tick(), true)
  assert.deepEqual(gone, [])
  connection.take(1)
  assert.equal(output.tick(), true)
  assert.deepEqual(gone, ['first'])
  connection.take(150)
  assert.equal(output.tick(), false)
  assert.deepEqual(gone, ['first', 'second'])
})

test('releases the budget of all responses when the connection ends', () => {
  const { output } = givenOutput()
  let goneCount = 0
  for (let count = 0; count < 3; count += 1) {
    output.sendResponse(frameOf(100), () => {
      goneCount += 1
    })
  }
  output.end()
  output.end()
  assert.equal(goneCount, 3)
})

test('a reader is behind while more than an eighth of the limit is unsent', () => {
  const { connection, output } = givenOutput()
  output.sendResponse(frameOf(10_001))
  assert.equal(output.isBehind(), true)
  connection.take(1)
  assert.equal(output.isBehind(), false)
})

test('counts only bytes that were unsent at the last look as stalled', () => {
  const { connection, output } = givenOutput()
  output.push(frameOf(100))
  assert.equal(output.stalledBytes(0), 0)
  output.isSlow(0)
  assert.equal(output.stalledBytes(0), 0)
  output.isSlow(1_000)
  assert.equal(output.stalledBytes(1_000), 100)
  connection.take(40)
  output.isSlow(2_000)
  assert.equal(output.stalledBytes(2_000), 0)
})
