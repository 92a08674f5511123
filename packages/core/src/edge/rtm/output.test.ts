import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutgoingFrame, RtmConnection } from '../../ports/rtm-connection.js'
import { TextFrame } from '../../push/text-frame.js'
import { Output } from './output.js'

const limits = { bufferedBytes: 80_000, stalledMs: 10_000 }
const frameOf = (length: number) => new TextFrame('x'.repeat(length))

/** A socket whose peer takes as many bytes as the test says. */
class StubSocket implements Pick<RtmConnection, 'send' | 'bufferedBytes' | 'flushedBytes'> {
  bufferedBytes = 0
  flushedBytes = 0

  send({ text }: OutgoingFrame): void {
    this.bufferedBytes += text.length
  }

  take(bytes: number): void {
    this.bufferedBytes -= bytes
    this.flushedBytes += bytes
  }
}

/** An output that notes when it is closed or watched. */
class TestOutput extends Output {
  readonly limits = limits
  isClosed = false
  isWatched = false

  closeAsSlow(): void {
    this.isClosed = true
  }

  watch(): void {
    this.isWatched = true
  }
}

function givenOutput() {
  const socket = new StubSocket()
  return { socket, output: new TestOutput(socket) }
}

test('a reader that keeps up is not slow, regardless of the amount', () => {
  const { socket, output } = givenOutput()
  for (let now = 0; now < 100_000; now += 1_000) {
    output.push(frameOf(79_000))
    assert.equal(output.isSlow(now), false)
    socket.take(79_000)
  }
})

test('a reader with more unsent bytes than the limit at two looks in a row is slow', () => {
  const { socket, output } = givenOutput()
  output.push(frameOf(80_001))
  assert.equal(output.isSlow(0), false)
  socket.take(1)
  output.push(frameOf(1))
  assert.equal(output.isSlow(1_000), true)
})

test('a burst that is sent by the next look does not make the reader slow', () => {
  const { socket, output } = givenOutput()
  for (let now = 0; now < 4_000; now += 2_000) {
    output.push(frameOf(500_000))
    assert.equal(output.isSlow(now), false)
    socket.take(450_000)
    assert.equal(output.isSlow(now + 1_000), false)
    socket.take(50_000)
  }
})

test('a reader with eight times the limit unsent is slow immediately and gets nothing further', () => {
  const { socket, output } = givenOutput()
  output.push(frameOf(640_001))
  assert.equal(output.isClosed, false)
  output.push(frameOf(1))
  assert.equal(output.isClosed, true)
  assert.equal(socket.bufferedBytes, 640_001)
})

test('a reader that takes no byte for the stall time is slow, however little is unsent', () => {
  const { socket, output } = givenOutput()
  output.push(frameOf(10))
  assert.equal(output.isSlow(0), false)
  assert.equal(output.isSlow(9_999), false)
  socket.take(1)
  assert.equal(output.isSlow(10_000), false)
  assert.equal(output.isSlow(19_999), false)
  assert.equal(output.isSlow(20_000), true)
})

test('the stall time starts again when the reader has taken everything', () => {
  const { socket, output } = givenOutput()
  output.push(frameOf(10))
  output.isSlow(0)
  socket.take(10)
  output.isSlow(9_000)
  output.push(frameOf(10))
  assert.equal(output.isSlow(10_000), false)
  assert.equal(output.isSlow(19_999), false)
  assert.equal(output.isSlow(20_000), true)
})

test('a response does not count as unsent pushes', () => {
  const { socket, output } = givenOutput()
  output.sendResponse(frameOf(1_000_000))
  assert.equal(output.isSlow(0), false)
  socket.take(1)
  assert.equal(output.isSlow(1_000), false)
  output.push(frameOf(80_000))
  assert.equal(output.isSlow(2_000), false)
  socket.take(1)
  assert.equal(output.isSlow(3_000), false)
  output.push(frameOf(1))
  assert.equal(output.isSlow(4_000), false)
  socket.take(1)
  assert.equal(output.isSlow(5_000), true)
})

test('the rest of a partly taken response does not count as unsent pushes', () => {
  const { socket, output } = givenOutput()
  output.push(frameOf(70_000))
  output.sendResponse(frameOf(100_000))
  output.push(frameOf(5_000))
  socket.take(120_000)
  assert.equal(output.isSlow(0), false)
  socket.take(1)
  assert.equal(output.isSlow(1_000), false)
})

test('releases the budget of each response when its last byte was taken', () => {
  const { socket, output } = givenOutput()
  const gone: string[] = []
  output.sendResponse(frameOf(100), () => gone.push('first'))
  output.push(frameOf(50))
  output.sendResponse(frameOf(100), () => gone.push('second'))
  socket.take(99)
  assert.equal(output.releaseSent(), true)
  assert.deepEqual(gone, [])
  socket.take(1)
  assert.equal(output.releaseSent(), true)
  assert.deepEqual(gone, ['first'])
  socket.take(150)
  assert.equal(output.releaseSent(), false)
  assert.deepEqual(gone, ['first', 'second'])
})

test('releases the budget of a response immediately when the connection is closed', () => {
  const { socket, output } = givenOutput()
  let isReleased = false
  output.isClosed = true
  output.sendResponse(frameOf(100), () => {
    isReleased = true
  })
  assert.equal(isReleased, true)
  assert.equal(socket.bufferedBytes, 0)
})

test('is watched while a response with a budget is being sent', () => {
  const { output } = givenOutput()
  output.sendResponse(frameOf(100))
  assert.equal(output.isWatched, false)
  output.sendResponse(frameOf(100), () => undefined)
  assert.equal(output.isWatched, true)
})

test('releases the budget of all responses when the connection ends', () => {
  const { output } = givenOutput()
  let goneCount = 0
  for (let count = 0; count < 3; count += 1) {
    output.sendResponse(frameOf(100), () => {
      goneCount += 1
    })
  }
  output.releaseAll()
  output.releaseAll()
  assert.equal(goneCount, 3)
})

test('a reader is behind while more than an eighth of the limit is unsent', () => {
  const { socket, output } = givenOutput()
  output.sendResponse(frameOf(10_001))
  assert.equal(output.isBehind(), true)
  socket.take(1)
  assert.equal(output.isBehind(), false)
})

test('counts only bytes that were unsent at the last look as stalled', () => {
  const { socket, output } = givenOutput()
  output.push(frameOf(100))
  assert.equal(output.unflushedBytes(0), 0)
  output.isSlow(0)
  assert.equal(output.unflushedBytes(0), 0)
  output.isSlow(1_000)
  assert.equal(output.unflushedBytes(1_000), 100)
  socket.take(40)
  output.isSlow(2_000)
  assert.equal(output.unflushedBytes(2_000), 0)
})
