import { test } from 'node:test'

test('a test that leaves a timer', () => {
  setTimeout(() => {}, 3_000)
})
