import assert from 'node:assert/strict'
import type { DevicePlatform, PushOutcome } from '@parley/core/ports'
import { assigned, hello, longest, never } from './samples.js'
import type { PushCases } from './suite.js'

const platforms: readonly DevicePlatform[] = ['ios', 'android', 'web']

/** Asserts that the outcome reports no dead token and no failure. */
function assertReached({ deadTokens, failures = [] }: PushOutcome): void {
  assert.deepEqual([deadTokens, failures], [[], []])
}

export function notifyingCases(cases: PushCases): void {
  cases.add('each device is sent the message once', async ({ service, device, sentTo }) => {
    const devices = [device(), device(), device()]
    assertReached(await service.notify(devices, hello, never()))
    for (const { token } of devices) assert.equal(sentTo(token), 1)
  })

  cases.add('sends every message, from the longest to the emptiest', async (context) => {
    const { service, device, sentTo } = context
    const one = device()
    for (const message of [assigned, longest]) assertReached(await service.notify([one], message, never()))
    assert.equal(sentTo(one.token), 2)
  })

  cases.add('concurrent calls do not affect each other', async ({ service, device, sentTo }) => {
    const devices = Array.from({ length: 20 }, () => device())
    const calls = devices.map((one, index) =>
      service.notify([one], { ...hello, chatId: `chat-${index}` }, never()),
    )
    for (const outcome of await Promise.all(calls)) assertReached(outcome)
    for (const { token } of devices) assert.equal(sentTo(token), 1)
  })

  cases.add('a device of each of its platforms is sent the message', async (context) => {
    const { service, supports, deviceOf, sentTo } = context
    const devices = supports.platforms.map(deviceOf)
    assertReached(await service.notify(devices, hello, never()))
    for (const { token } of devices) assert.equal(sentTo(token), 1)
  })

  cases.addIfOtherPlatforms('sends nothing to devices of other platforms', async (context) => {
    const { service, supports, device, deviceOf, sentTo } = context
    const others = platforms.filter((platform) => !supports.platforms.includes(platform)).map(deviceOf)
    assertReached(await service.notify(others, hello, never()))
    const one = device()
    assertReached(await service.notify([...others, one], hello, never()))
    for (const { token } of others) assert.equal(sentTo(token), 0)
    assert.equal(sentTo(one.token), 1)
  })
}
