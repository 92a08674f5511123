import assert from 'node:assert/strict'
import type { BusCases } from './suite.js'

const count = 500
const numbers = Array.from({ length: count }, (_, index) => index)

export function orderCases(cases: BusCases): void {
  cases.add('messages of one publisher arrive in order', async ({ here, there }) => {
    const inbox = await there.listen(1)
    await Promise.all(numbers.map((number) => here.publish(1, number)))
    await here.publish(1, 'last')
    assert.deepEqual(await inbox.waitForMessage('last'), [...numbers, 'last'])
    assert.deepEqual([here.resumed.count, there.resumed.count], [0, 0], 'nothing was lost')
  })

  cases.add('messages of many publishers arrive in the order of each', async ({ here, there }) => {
    const inboxes = [await there.listen(1), await there.listen(2)]
    const publish = (licenseId: number) => numbers.map((number) => here.publish(licenseId, number))
    await Promise.all([...publish(1), ...publish(2)])
    for (const licenseId of [1, 2]) await here.publish(licenseId, 'last')
    for (const inbox of inboxes) assert.deepEqual(await inbox.waitForMessage('last'), [...numbers, 'last'])
  })

  cases.add('no message arrives twice', async ({ here, there }) => {
    const inbox = await there.listen(1)
    for (const number of numbers) await here.publish(1, number)
    await here.publish(1, 'last')
    const heard = await inbox.waitForMessage('last')
    assert.equal(heard.length, new Set(heard).size)
  })

  cases.addIf(
    'separateNodes',
    'messages of nodes that publish at the same time both arrive',
    async (context) => {
      const { here, there } = context
      const [mine, theirs] = [await here.listen(1), await there.listen(1)]
      await Promise.all(
        numbers.flatMap((n) => [here.publish(1, `here ${n}`), there.publish(1, `there ${n}`)]),
      )
      const of = (name: string) => (message: unknown) => String(message).startsWith(name)
      const [last] = numbers.slice(-1)
      assert.deepEqual(
        (await theirs.waitForMessage(`here ${last}`)).filter(of('here')),
        numbers.map((number) => `here ${number}`),
      )
      assert.deepEqual(
        (await mine.waitForMessage(`there ${last}`)).filter(of('there')),
        numbers.map((number) => `there ${number}`),
      )
    },
  )
}
