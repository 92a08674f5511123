import assert from 'node:assert/strict'
import type { Message, StoredEvent } from './ledger.js'
import type { StoredThread } from './read-back.js'

/**
 * Checks durability (decisions §14): an acknowledged message is stored exactly once, an unacknowledged one at most
 * once, and no other message is there.
 */
export function checkChat(threads: readonly StoredThread[], sent: readonly Message[]): void {
  checkOrders(threads)
  const stored = threads.flatMap(({ events }) => events)
  const byText = new Map<string, StoredEvent[]>()
  for (const event of stored) byText.set(event.text, [...(byText.get(event.text) ?? []), event])
  for (const text of byText.keys()) if (isOfSystem(text)) byText.delete(text)
  for (const { text, answer } of sent) {
    const found = byText.get(text) ?? []
    if (answer === undefined) assert.ok(found.length <= 1, `"${text}" is stored ${found.length} times`)
    else assert.deepEqual(found, [answer], `"${text}" is not stored as it was answered`)
    byText.delete(text)
  }
  assert.deepEqual([...byText.keys()], [], 'nobody sent what is stored')
  assert.equal(new Set(stored.map(({ id }) => id)).size, stored.length, 'an id is repeated')
}

/**
 * System messages that the engine itself writes when threads end and agents are assigned. No client sends a text that
 * begins like these.
 */
const systemTexts = [
  /^The chat was closed$/,
  /^The thread is full$/,
  /^\S+ was assigned to the chat$/,
  /^The chat waits for another agent$/,
]

function isOfSystem(text: string): boolean {
  return systemTexts.some((pattern) => pattern.test(text))
}

function checkOrders(threads: readonly StoredThread[]): void {
  threads.forEach(({ id, order, events, isActive }, index) => {
    assert.equal(order, index + 1, 'the threads of a chat are numbered without a gap')
    assert.equal(isActive && index < threads.length - 1, false, 'only the last thread may be active')
    const orders = events.map((event: StoredEvent) => event.order)
    const expected = events.map((_, position) => position + 1)
    assert.deepEqual(
      orders,
      expected,
      `the events of thread ${id} are numbered without a gap, in their order`,
    )
  })
}
