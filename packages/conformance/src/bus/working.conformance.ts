import assert from 'node:assert/strict'
import { nextTurns } from './next-turns.js'
import { startNode } from './node.js'
import type { BusCases } from './suite.js'

export function workingCases(cases: BusCases): void {
  cases.add('ping works while the bus is open, and fails after close', async ({ here }) => {
    await here.bus.ping()
    await here.bus.close()
    await assert.rejects(here.bus.ping())
  })

  cases.add('after close nothing is published or subscribed', async ({ here }) => {
    await here.bus.close()
    await assert.rejects(here.publish(1, 'late'))
    await assert.rejects(here.listen(1))
  })

  cases.addIf('separateNodes', 'after close no message arrives', async ({ here, there, another }) => {
    const third = await startNode(another())
    const [closed, open] = [await here.listen(1), await third.listen(1)]
    await here.bus.close()
    await there.publish(1, 'from elsewhere')
    await open.waitForCount(1)
    await nextTurns()
    assert.deepEqual(closed.messages, [])
  })

  cases.addIf('separateNodes', 'a message published right before close arrives', async ({ here, there }) => {
    const inbox = await there.listen(1)
    const published = here.publish(1, 'farewell')
    await here.bus.close()
    await published
    assert.deepEqual(await inbox.waitForCount(1), ['farewell'])
  })

  cases.add('it may be closed twice, and subscriptions ended after it', async ({ here }) => {
    const inbox = await here.listen(1)
    await here.bus.close()
    await here.bus.close()
    inbox.subscription?.end()
  })

  cases.addIf('separateNodes', 'closing one node does not affect the others', async (context) => {
    const { here, there, another } = context
    const third = await startNode(another())
    await here.bus.close()
    await there.bus.ping()
    const inbox = await third.listen(1)
    await there.publish(1, 'one')
    assert.deepEqual(await inbox.waitForCount(1), ['one'])
  })

  cases.addIf('separateNodes', 'a node that starts later sends and receives messages', async (context) => {
    const { here, there, another } = context
    await here.bus.close()
    await there.publish(1, 'to nobody')
    const third = await startNode(another())
    const [theirs, own] = [await there.listen(1), await third.listen(1)]
    await third.publish(1, 'from the new one')
    await there.publish(1, 'to the new one')
    assert.ok((await theirs.waitForMessage('from the new one')).includes('from the new one'))
    assert.ok((await own.waitForMessage('to the new one')).includes('to the new one'))
    assert.ok(!own.messages.includes('to nobody'))
  })
}
