import assert from 'node:assert/strict'
import type { BusCases } from './suite.js'

export function subscriptionCases(cases: BusCases): void {
  cases.add(
    'once it resolves everything published from then on is heard',
    async ({ here, there, listen }) => {
      const inboxes = await Promise.all([listen(there, 1), listen(there, 1)])
      await here.publish(1, 'one')
      for (const inbox of inboxes) assert.deepEqual(await inbox.heard(1), ['one'])
    },
  )

  cases.add('other licenses are not heard', async ({ here, there, listen }) => {
    const [one, other] = [await listen(there, 1), await listen(there, 11)]
    await here.publish(1, 'one')
    await here.publish(11, 'eleven')
    assert.deepEqual(await one.heard(1), ['one'])
    assert.deepEqual(await other.heard(1), ['eleven'])
  })

  cases.add('after its end nothing is heard, and others go on', async ({ here, there, listen }) => {
    const [ended, other] = [await listen(there, 1), await listen(there, 1)]
    await here.publish(1, 'one')
    await Promise.all([ended.heard(1), other.heard(1)])
    ended.subscription?.end()
    ended.subscription?.end()
    await here.publish(1, 'two')
    assert.deepEqual(await other.heard(2), ['one', 'two'])
    assert.deepEqual(ended.messages, ['one'])
  })

  cases.add(
    'who ends and subscribes again hears again, each message once',
    async ({ here, there, listen }) => {
      const first = await listen(there, 1)
      first.subscription?.end()
      const second = await listen(there, 1)
      first.subscription?.end()
      await here.publish(1, 'one')
      await here.publish(1, 'two')
      assert.deepEqual(await second.heard(2), ['one', 'two'])
      assert.deepEqual(first.messages, [])
    },
  )

  cases.add(
    'a listener that throws affects no other, and goes on listening',
    async ({ here, there, listen }) => {
      let thrownCount = 0
      await there.subscribe(1, () => {
        thrownCount += 1
        throw new Error('a listener of the conformance suite')
      })
      const inbox = await listen(there, 1)
      await here.publish(1, 'one')
      await here.publish(1, 'two')
      assert.deepEqual(await inbox.heard(2), ['one', 'two'])
      assert.equal(thrownCount, 2)
    },
  )
}
