import assert from 'node:assert/strict'
import type { BusCases } from './suite.js'

const count = 200

export function orderCases(cases: BusCases): void {
  cases.add('what one publisher says of a license is heard in its order', async (context) => {
    const { here, there, listen, resumedCount } = context
    const inbox = await listen(there, 1)
    const numbers = Array.from({ length: count }, (_, index) => index)
    await Promise.all(numbers.map((number) => here.publish(1, number)))
    assert.deepEqual(await inbox.heard(count), numbers)
    assert.deepEqual([resumedCount(here), resumedCount(there)], [0, 0], 'nothing was lost')
  })

  cases.add('however many publish, each is heard in its own order', async ({ here, there, listen }) => {
    const inbox = await listen(there, 1)
    const other = await listen(there, 2)
    const numbers = Array.from({ length: count }, (_, index) => index)
    const publish = (licenseId: number) => numbers.map((number) => here.publish(licenseId, number))
    await Promise.all([...publish(1), ...publish(2)])
    assert.deepEqual(await inbox.heard(count), numbers)
    assert.deepEqual(await other.heard(count), numbers)
  })

  cases.add('a message arrives as it was, if it can travel as JSON', async ({ here, there, listen }) => {
    const inbox = await listen(there, 1)
    const messages = [
      {
        text: '👋🏽 Grüße "quoted" \\ \u2028\n',
        list: [1, -2.5, true, null, []],
        nested: { deep: { a: {} } },
      },
      { large: 'ö'.repeat(500_000) },
      'text',
      9_007_199_254_740_991,
    ]
    for (const message of messages) await here.publish(1, message)
    assert.deepEqual(await inbox.heard(messages.length), messages)
  })
}
