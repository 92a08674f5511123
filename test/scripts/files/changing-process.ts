import { test } from 'node:test'

test('a test that leaves a listener and a variable', () => {
  process.on('warning', () => {})
  process.env.PARLEY_LEFT_BEHIND = 'yes'
})
