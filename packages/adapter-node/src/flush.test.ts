import assert from 'node:assert/strict'
import { Duplex } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { TurnFlush } from './flush.js'

class CountingSocket extends Duplex {
  readonly writes: string[] = []

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.writes.push(chunk.toString())
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.writes.push(chunks.map(({ chunk }) => chunk.toString()).join('+'))
    done()
  }
}

test('what promise continuations of one turn write to a socket leaves at once and in order', async () => {
  const flush = new TurnFlush()
  const socket = new CountingSocket()
  const write = (text: string) => {
    flush.cork(socket)
    socket.write(text)
  }
  write('a')
  process.nextTick(write, 'b')
  await Promise.resolve()
  write('c')
  assert.deepEqual(socket.writes, [])
  await nextTurn()
  assert.deepEqual(socket.writes, ['a+c+b'])
})

test('every socket is let go, in each turn anew', async () => {
  const flush = new TurnFlush()
  const sockets = [new CountingSocket(), new CountingSocket()]
  for (const text of ['a', 'b']) {
    for (const socket of sockets) {
      flush.cork(socket)
      socket.write(text)
    }
    await nextTurn()
  }
  for (const socket of sockets) assert.deepEqual(socket.writes, ['a', 'b'])
})

test('a socket destroyed before the end of the turn is passed over', async () => {
  const flush = new TurnFlush()
  const [dead, alive] = [new CountingSocket(), new CountingSocket()]
  for (const socket of [dead, alive]) {
    flush.cork(socket)
    socket.write('a')
  }
  dead.destroy()
  await nextTurn()
  assert.deepEqual([dead.writes, alive.writes], [[], ['a']])
})
