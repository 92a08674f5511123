import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryBus } from './memory-bus.js'

function givenBus() {
  const failures: unknown[] = []
  const heard: string[] = []
  const bus = memoryBus<string>({ onError: (cause) => failures.push(cause) })
  const listen = (licenseId: number, name: string) =>
    bus.subscribe(licenseId, (message) => heard.push(`${name} ${message}`))
  return { bus, listen, heard, failures }
}

test('every listener of the license has received the message when publish returns', async () => {
  const { bus, listen, heard } = givenBus()
  for (const name of ['a', 'b']) await listen(1, name)
  await listen(2, 'elsewhere')
  void bus.publish(1, 'one')
  void bus.publish(1, 'two')
  assert.deepEqual(heard, ['a one', 'b one', 'a two', 'b two'])
})

test('the same listener can subscribe twice, and each subscription ends separately', async () => {
  const { bus } = givenBus()
  let count = 0
  const listener = () => {
    count += 1
  }
  const first = await bus.subscribe(1, listener)
  await bus.subscribe(1, listener)
  first.end()
  first.end()
  await bus.publish(1, 'one')
  assert.equal(count, 1)
})

test('ending an old subscription does not affect a new one', async () => {
  const { bus, listen, heard } = givenBus()
  const old = await listen(1, 'a')
  old.end()
  await listen(1, 'b')
  old.end()
  await bus.publish(1, 'one')
  assert.deepEqual(heard, ['b one'])
})

test('a listener that throws is reported, and does not affect others', async () => {
  const { bus, listen, heard, failures } = givenBus()
  const mine = new Error('mine')
  await bus.subscribe(1, () => {
    throw mine
  })
  await listen(1, 'a')
  await bus.publish(1, 'one')
  assert.deepEqual(heard, ['a one'])
  assert.deepEqual(failures, [mine])
})

test('all methods reject after close', async () => {
  const { bus, listen, heard } = givenBus()
  await listen(1, 'a')
  await bus.close()
  await bus.close()
  const late = [bus.start(() => undefined), bus.publish(1, 'one'), listen(1, 'b'), bus.ping()]
  for (const call of late) await assert.rejects(call, /closed/)
  assert.deepEqual(heard, [])
})
