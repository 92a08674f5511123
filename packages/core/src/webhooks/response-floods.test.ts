import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { VirtualClock } from '../clock/virtual-clock.js'
import { ResponseFloods } from './response-floods.js'

class Connection extends EventEmitter {
  bytesRead = 0
  destroyedBy: Error | undefined

  destroy(cause?: Error): this {
    this.destroyedBy = cause
    this.emit('close')
    return this
  }
}

test('only a connection that receives much more than responses is closed', () => {
  const clock = new VirtualClock(0)
  const floods = new ResponseFloods(clock)
  const [flood, steady] = [new Connection(), new Connection()]
  for (const connection of [flood, steady]) floods.watch(connection)
  for (let look = 0; look < 20; look += 1) {
    steady.bytesRead += 1_000_000
    clock.advance(250)
  }
  assert.equal(steady.destroyedBy, undefined)
  flood.bytesRead += 1_048_577
  clock.advance(249)
  assert.equal(flood.destroyedBy, undefined)
  clock.advance(1)
  assert.match(`${flood.destroyedBy}`, /sends too much/)
})
