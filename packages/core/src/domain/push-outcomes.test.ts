import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Device } from '../model/device.js'
import { toPushOutcome } from './push-outcomes.js'

const device = (token: string): Device => ({
  ...{ agentId: 'ada', token, platform: 'ios', isEnabled: true, putAt: 1 },
  ...{ applicationName: null, applicationVersion: null },
})
const devices = [device('phone'), device('tablet')] as const

test('a push outcome keeps dead tokens of the notified devices only, without duplicates', () => {
  const deadTokens = ['tablet', 'tablet', 'of somebody else', 7, null]
  assert.deepEqual(toPushOutcome({ deadTokens }, devices), { deadTokens: ['tablet'], failures: [] })
  assert.deepEqual(toPushOutcome({ deadTokens: [] }, devices), { deadTokens: [], failures: [] })
})

test('a push outcome keeps at most one failure per device', () => {
  const { failures } = toPushOutcome({ deadTokens: [], failures: [1, 2, 3, 4] }, devices)
  assert.deepEqual(failures, [1, 2])
})

test('a push outcome of another shape is refused with a TypeError', () => {
  for (const answer of [
    undefined,
    null,
    [],
    {},
    'ok',
    { deadTokens: 'phone' },
    { deadTokens: [], failures: 1 },
  ]) {
    assert.throws(() => toPushOutcome(answer, devices), TypeError)
  }
})
