import { test } from 'node:test'

test('a test that throws when it is over', () => {
  setImmediate(() => {
    throw new Error('too late')
  })
})
test('a test in which that happens', async () => {
  await new Promise(setImmediate)
})
