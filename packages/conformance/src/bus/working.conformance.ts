import assert from 'node:assert/strict'
import type { BusCases } from './suite.js'

export function workingCases(cases: BusCases): void {
  cases.add('it answers while it works, and not after its end', async ({ here }) => {
    await here.ping()
    await here.close()
    await assert.rejects(here.ping())
  })

  cases.add('after close nothing is published, subscribed or heard', async ({ here, there, listen }) => {
    const inbox = await listen(here, 1)
    await here.close()
    await assert.rejects(here.publish(1, 'late'))
    await assert.rejects(here.subscribe(1, () => undefined))
    await there.publish(1, 'from elsewhere').catch(() => undefined)
    assert.deepEqual(inbox.messages, [])
  })

  cases.add('it may be closed twice, and subscriptions ended after it', async ({ here, listen }) => {
    const inbox = await listen(here, 1)
    await here.close()
    await here.close()
    inbox.subscription?.end()
  })

  cases.addIf('separateNodes', 'one node that closes leaves the others working', async ({ here, there }) => {
    await here.close()
    await there.ping()
    await there.publish(1, 'one')
    const subscription = await there.subscribe(1, () => undefined)
    subscription.end()
  })
}
