import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SocketWriter } from './socket-writer.js'

/** A socket whose peer takes a piece when the test says so. */
class SlowSocket extends Writable {
  readonly taken: Buffer[] = []
  #next: (() => void) | undefined

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.taken.push(chunk)
    this.#next = done
  }

  /** The piece that is being written is taken. */
  async take(): Promise<void> {
    this.#next?.()
    await nextTurn()
  }

  get bytes(): Buffer {
    return Buffer.concat(this.taken)
  }
}

function givenWriter() {
  const socket = new SlowSocket()
  return { socket, writer: new SocketWriter(socket) }
}

const bytesOf = (length: number, value: number) => Buffer.alloc(length, value)

test('what is small goes straight to the socket', () => {
  const { socket, writer } = givenWriter()
  writer.write(bytesOf(1_000, 1))
  writer.write(bytesOf(1_000, 2))
  assert.equal(socket.writableLength, 2_000)
  assert.equal(writer.unsentBytes, 2_000)
})

test('what is large is handed over in slices, in order, as they are taken', async () => {
  const { socket, writer } = givenWriter()
  const large = Buffer.concat([bytesOf(100_000, 1), bytesOf(100_000, 2)])
  writer.write(large)
  writer.write(bytesOf(10, 3))
  assert.equal(writer.unsentBytes, 200_010)
  let least = writer.unsentBytes
  while (writer.unsentBytes > 0) {
    assert.ok(socket.writableLength <= 65_536, 'more than a slice is with the socket')
    await socket.take()
    assert.ok(least - writer.unsentBytes <= 65_536 && writer.unsentBytes < least, 'progress in steps')
    least = writer.unsentBytes
  }
  assert.deepEqual(socket.bytes, Buffer.concat([large, bytesOf(10, 3)]))
  assert.equal(writer.takenBytes, 200_010)
})

test('small pieces that nobody takes wait too, so that progress shows', async () => {
  const { socket, writer } = givenWriter()
  for (let count = 0; count < 300; count += 1) writer.write(bytesOf(1_000, count % 256))
  assert.ok(socket.writableLength <= 2 * 65_536)
  assert.equal(writer.unsentBytes, 300_000)
  assert.equal(writer.takenBytes, 0)
  while (writer.unsentBytes > 0) await socket.take()
  const expected = Array.from({ length: 300 }, (_, count) => bytesOf(1_000, count % 256))
  assert.deepEqual(socket.bytes, Buffer.concat(expected))
})

test('all of it can be handed over at once, and nothing twice', async () => {
  const { socket, writer } = givenWriter()
  writer.write(bytesOf(200_000, 1))
  writer.writeAll()
  writer.writeAll()
  assert.equal(socket.writableLength, 200_000)
  assert.equal(writer.unsentBytes, 200_000)
  while (writer.unsentBytes > 0) await socket.take()
  assert.equal(socket.bytes.length, 200_000)
  writer.write(bytesOf(5, 2))
  assert.equal(writer.unsentBytes, 5)
})
