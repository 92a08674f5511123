import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scripted } from '../../test/scripted.js'
import type { FailureLog } from '../logging/failure-log.js'
import { MemoryBus } from './memory-bus.js'

function givenBus() {
  const logged: string[] = []
  const heard: string[] = []
  const bus = new MemoryBus<string>(scripted<FailureLog>({ write: (message) => void logged.push(message) }))
  const listen = (licenseId: number, name: string) =>
    bus.subscribe(licenseId, (message) => heard.push(`${name} ${message}`))
  return { bus, listen, heard, logged }
}

test('every listener of the license hears every message, in order', () => {
  const { bus, listen, heard } = givenBus()
  listen(1, 'a')
  listen(1, 'b')
  bus.publish(1, 'one')
  bus.publish(1, 'two')
  assert.deepEqual(heard, ['a one', 'b one', 'a two', 'b two'])
})

test('other licenses hear nothing', () => {
  const { bus, listen, heard } = givenBus()
  listen(2, 'a')
  bus.publish(1, 'one')
  assert.deepEqual(heard, [])
})

test('who ended the subscription hears nothing more, others do', () => {
  const { bus, listen, heard } = givenBus()
  const end = listen(1, 'a')
  listen(1, 'b')
  end()
  end()
  bus.publish(1, 'one')
  assert.deepEqual(heard, ['b one'])
})

test('ending an old subscription leaves a new one alone', () => {
  const { bus, listen, heard } = givenBus()
  const end = listen(1, 'a')
  end()
  listen(1, 'b')
  end()
  bus.publish(1, 'one')
  assert.deepEqual(heard, ['b one'])
})

test('a listener that throws is logged and affects no other', () => {
  const { bus, listen, heard, logged } = givenBus()
  bus.subscribe(1, () => {
    throw new Error('mine')
  })
  listen(1, 'a')
  bus.publish(1, 'one')
  assert.deepEqual(heard, ['a one'])
  assert.deepEqual(logged, ['A bus listener failed'])
})

test('after close nothing is delivered, and publishing does nothing', async () => {
  const { bus, listen, heard } = givenBus()
  listen(1, 'a')
  await bus.close()
  bus.publish(1, 'one')
  assert.deepEqual(heard, [])
})
