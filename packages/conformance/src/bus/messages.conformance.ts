import assert from 'node:assert/strict'
import type { BusCases } from './suite.js'

/** Larger than any message that the engine publishes. */
const largeLength = 4 * 1_048_576

export function messageCases(cases: BusCases): void {
  cases.add('a JSON message arrives unchanged', async ({ here, there }) => {
    const inbox = await there.listen(1)
    const messages = [
      {
        text: '👋🏽 Grüße "quoted" \\ \u0000\u2028\n\r',
        list: [1, -2.5, true, null, []],
        nested: { deep: { a: {} } },
      },
      '',
      'text',
      0,
      null,
      false,
      9_007_199_254_740_991,
    ]
    for (const message of messages) await here.publish(1, message)
    assert.deepEqual(await inbox.waitForCount(messages.length), messages)
  })

  cases.add('long messages arrive complete and in order among short ones', async ({ here, there }) => {
    const inbox = await there.listen(1)
    const messages = ['before', 'ö'.repeat(5_000), '👋'.repeat(largeLength / 4), 'after', 'x'.repeat(8_000)]
    await Promise.all(messages.map((message) => here.publish(1, message)))
    const heard = await inbox.waitForCount(messages.length)
    assert.deepEqual(heard.map(lengthOf), messages.map(lengthOf))
    assert.ok(heard.every((message, index) => message === messages[index]))
  })

  cases.add('messages of many licenses each arrive at their own license', async ({ here, there }) => {
    const licenseIds = Array.from({ length: 100 }, (_, index) => index + 1)
    const inboxes = await Promise.all(licenseIds.map((licenseId) => there.listen(licenseId)))
    await Promise.all(licenseIds.map((licenseId) => here.publish(licenseId, `of ${licenseId}`)))
    for (const [index, inbox] of inboxes.entries())
      assert.deepEqual(await inbox.waitForCount(1), [`of ${index + 1}`])
  })
}

function lengthOf(message: unknown): number {
  return String(message).length
}
