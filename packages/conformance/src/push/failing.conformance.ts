import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { within } from '../deadline.js'
import { hello, never } from './samples.js'
import type { PushCases } from './suite.js'

/** Cases in which one device, or every device, cannot be reached. */
export function failingCases(cases: PushCases): void {
  cases.addIfDeadTokens('reports exactly the tokens that are no longer known', async (context) => {
    const { service, device } = context
    const [gone, alive, other] = [device('forgotten'), device(), device('forgotten')]
    const { deadTokens, failures = [] } = await service.notify([gone, alive, other], hello, never())
    assert.deepEqual([...deadTokens].sort(), [gone.token, other.token].sort())
    assert.deepEqual(failures, [])
  })

  cases.add('reports a failed device, whose token stays valid', async ({ service, device }) => {
    const { deadTokens, failures = [] } = await service.notify([device('failing')], hello, never())
    assert.deepEqual(deadTokens, [])
    assert.equal(failures.length, 1)
  })

  cases.add('a failure of one device does not affect the others', async ({ service, device, sentTo }) => {
    const working = [device(), device()]
    const [first, last] = working
    assert.ok(first && last)
    await service.notify([first, device('failing'), last], hello, never())
    for (const { token } of working) assert.equal(sentTo(token), 1)
  })

  cases.add('a failed message is not sent again', async ({ service, device, sentTo }) => {
    const failing = device('failing')
    await service.notify([failing], hello, never())
    await service.notify([device()], hello, never())
    assert.equal(sentTo(failing.token), 1)
  })

  cases.add('it works again after a failure', async ({ service, device, sentTo }) => {
    await service.notify([device('failing')], hello, never())
    const working = device()
    assert.deepEqual((await service.notify([working], hello, never())).deadTokens, [])
    assert.equal(sentTo(working.token), 1)
  })
}

/** Cases in which `signal` ends a call, whether it then resolves or rejects. */
export function endingCases(cases: PushCases): void {
  cases.add('waits for an unresponsive service only until the signal', async (context) => {
    const { service, device, sentTo } = context
    const [silent, working] = [device('silent'), device()]
    const giving = new AbortController()
    let hasEnded = false
    const call = service.notify([silent, working], hello, giving).then(
      ({ deadTokens }) => assert.deepEqual(deadTokens, []),
      () => undefined,
    )
    const ending = call.finally(() => {
      hasEnded = true
    })
    while (sentTo(silent.token) === 0 || sentTo(working.token) === 0) await nextTurn()
    assert.equal(hasEnded, false)
    giving.abort()
    await within(ending, () => 'the end of the call')
  })

  cases.add('an already aborted signal ends the call immediately', async ({ service, device }) => {
    const call = service.notify([device('silent')], hello, { signal: AbortSignal.abort() })
    await within(
      call.catch(() => undefined),
      () => 'the end of the call',
    )
  })
}
