import assert from 'node:assert/strict'
import type { BusCases } from './suite.js'

export function subscriptionCases(cases: BusCases): void {
  cases.add('once subscribe resolves, every later message arrives', async ({ here, there }) => {
    const inboxes = await Promise.all([there.listen(1), there.listen(1)])
    await here.publish(1, 'one')
    for (const inbox of inboxes) assert.deepEqual(await inbox.waitForCount(1), ['one'])
  })

  cases.add('messages of other licenses do not arrive', async ({ here, there }) => {
    const [one, other] = [await there.listen(1), await there.listen(11)]
    await here.publish(1, 'one')
    await here.publish(11, 'eleven')
    await here.publish(1, 'last')
    assert.deepEqual(await one.waitForMessage('last'), ['one', 'last'])
    assert.deepEqual(await other.waitForCount(1), ['eleven'])
  })

  cases.add('an ended subscription receives nothing, and others keep receiving', async ({ here, there }) => {
    const [ended, other] = [await there.listen(1), await there.listen(1)]
    await here.publish(1, 'one')
    await Promise.all([ended.waitForCount(1), other.waitForCount(1)])
    ended.subscription?.end()
    ended.subscription?.end()
    await here.publish(1, 'two')
    assert.deepEqual(await other.waitForCount(2), ['one', 'two'])
    assert.deepEqual(ended.messages, ['one'])
  })

  cases.add('an ended subscription does not even receive messages in transit', async (context) => {
    const { here, there } = context
    const ended = await there.listen(1)
    const other = await there.listen(2)
    await here.publish(1, 'on its way')
    const before = [...ended.messages]
    ended.subscription?.end()
    await here.publish(2, 'last')
    await other.waitForCount(1)
    assert.deepEqual(ended.messages, before)
  })

  cases.add('a renewed subscription receives each message once', async ({ here, there }) => {
    const first = await there.listen(1)
    first.subscription?.end()
    const second = await there.listen(1)
    first.subscription?.end()
    await here.publish(1, 'one')
    await here.publish(1, 'two')
    assert.deepEqual(await second.waitForCount(2), ['one', 'two'])
    assert.deepEqual(first.messages, [])
  })

  cases.add('a subscription renewed many times still receives messages', async ({ here, there }) => {
    const inboxes = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const inbox = await there.listen(1)
        inbox.subscription?.end()
        return there.listen(1)
      }),
    )
    await here.publish(1, 'one')
    for (const inbox of inboxes) assert.deepEqual(await inbox.waitForCount(1), ['one'])
  })

  cases.add('a listener that throws affects no other, and keeps receiving', async ({ here, there }) => {
    let thrownCount = 0
    await there.bus.subscribe(1, () => {
      thrownCount += 1
      throw new Error('a listener of the conformance suite')
    })
    const inbox = await there.listen(1)
    await here.publish(1, 'one')
    await here.publish(1, 'two')
    assert.deepEqual(await inbox.waitForCount(2), ['one', 'two'])
    assert.equal(thrownCount, 2)
  })
}
