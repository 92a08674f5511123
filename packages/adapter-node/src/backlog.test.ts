import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Backlog, canWriteDirectly } from './backlog.js'

/** A socket whose peer reads one piece when the test says so. */
class SlowSocket extends Writable {
  readonly taken: Buffer[] = []
  #next: (() => void) | undefined

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.taken.push(chunk)
    this.#next = done
  }

  /** Lets the peer read the piece that is being written. */
  async take(): Promise<void> {
    this.#next?.()
    await nextTurn()
  }

  get bytes(): Buffer {
    return Buffer.concat(this.taken)
  }
}

function givenBacklog(first: Buffer) {
  const socket = new SlowSocket()
  const done = { count: 0 }
  const backlog = new Backlog(socket, first, () => {
    done.count += 1
  })
  const unsentBytes = () => backlog.byteLength + socket.writableLength
  return { socket, backlog, done, unsentBytes }
}

const bytesOf = (length: number, value: number) => Buffer.alloc(length, value)

test('canWriteDirectly allows one slice, counting what is already written', () => {
  const socket = new SlowSocket()
  assert.equal(canWriteDirectly(socket, bytesOf(65_536, 1)), true)
  assert.equal(canWriteDirectly(socket, bytesOf(65_537, 1)), false)
  socket.write(bytesOf(1_000, 1))
  assert.equal(canWriteDirectly(socket, bytesOf(64_536, 1)), true)
  assert.equal(canWriteDirectly(socket, bytesOf(64_537, 1)), false)
})

test('a large backlog is written in slices, in order, as the peer reads', async () => {
  const large = Buffer.concat([bytesOf(100_000, 1), bytesOf(100_000, 2)])
  const { socket, backlog, done, unsentBytes } = givenBacklog(large)
  backlog.push(bytesOf(10, 3))
  let least = unsentBytes()
  assert.equal(least, 200_010)
  while (unsentBytes() > 0) {
    assert.ok(socket.writableLength <= 65_536, 'more than a slice is with the socket')
    await socket.take()
    assert.ok(least - unsentBytes() <= 65_536 && unsentBytes() < least, 'progress in steps')
    least = unsentBytes()
  }
  assert.deepEqual(socket.bytes, Buffer.concat([large, bytesOf(10, 3)]))
  assert.equal(done.count, 1)
})

test('small pieces wait while the peer does not read, so that progress shows', async () => {
  const { socket, backlog, done, unsentBytes } = givenBacklog(bytesOf(1_000, 0))
  for (let count = 1; count < 300; count += 1) backlog.push(bytesOf(1_000, count % 256))
  assert.ok(socket.writableLength <= 65_536)
  assert.equal(unsentBytes(), 300_000)
  while (unsentBytes() > 0) await socket.take()
  const expected = Array.from({ length: 300 }, (_, count) => bytesOf(1_000, count % 256))
  assert.deepEqual(socket.bytes, Buffer.concat(expected))
  assert.equal(done.count, 1)
})

test('writeAll writes everything, and nothing twice', async () => {
  const { socket, backlog, done, unsentBytes } = givenBacklog(bytesOf(200_000, 1))
  backlog.writeAll()
  assert.equal(socket.writableLength, 200_000)
  assert.equal(backlog.byteLength, 0)
  while (unsentBytes() > 0) await socket.take()
  assert.equal(socket.bytes.length, 200_000)
  assert.equal(done.count, 1)
})
