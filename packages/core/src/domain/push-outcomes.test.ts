import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Device } from '../model/device.js'
import { toPushOutcome } from './push-outcomes.js'

const device = (token: string): Device => ({
  ...{ agentId: 'ada', token, platform: 'ios', isEnabled: true, putAt: 1 },
  ...{ applicationName: null, applicationVersion: null },
})
const devices = [device('phone'), device('tablet')] as const

test('takes the dead devices that were notified, each once, and no others', () => {
  const deadTokens = ['tablet', 'tablet', 'of somebody else', 7, null]
  assert.deepEqual(toPushOutcome({ deadTokens }, devices), { deadTokens: ['tablet'], failures: [] })
  assert.deepEqual(toPushOutcome({ deadTokens: [] }, devices), { deadTokens: [], failures: [] })
})

test('takes no more failures than there are devices', () => {
  const { failures } = toPushOutcome({ deadTokens: [], failures: [1, 2, 3, 4] }, devices)
  assert.deepEqual(failures, [1, 2])
})

test('refuses anything else', () => {
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
