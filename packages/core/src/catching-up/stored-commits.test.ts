import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatHead, customer } from '../../test/domain-values.js'
import { factChat } from '../facts/fact.js'
import { type CustomerReference, encodeFacts } from '../facts/stored-facts.js'
import type { SequenceRange } from '../ports/stores/facts.js'
import { readStoredCommits } from './stored-commits.js'

const details = customer({ name: 'Robin' })
const updated = (id: string, isPresent = true) => ({
  ...{ name: 'customer_updated' as const, chat: factChat(chatHead({ id })) },
  customer: { kind: 'customer' as const, isPresent, lastSeenAt: 7, customer: details },
})

/** One transaction has changed the customer in two chats. */
function given() {
  const storedAt = new Map<string, CustomerReference>([[details.id, { chatId: 'first', sequence: 3 }]])
  const rows = new Map([
    ['first', { sequence: 3, at: 1, facts: encodeFacts([updated('first')]) }],
    ['second', { sequence: 9, at: 1, facts: encodeFacts([updated('second', false)], storedAt) }],
  ])
  const list = async ({ chatId, after, until }: SequenceRange) => {
    const row = rows.get(chatId)
    return row !== undefined && row.sequence > after && row.sequence <= until ? [row] : []
  }
  const read = () =>
    readStoredCommits({ list }, { chatId: 'second', after: 0, until: 20, maxBytes: 1_000_000 })
  return { rows, read }
}

test('reads a customer that is stored in another chat', async () => {
  const { rows, read } = given()
  assert.ok(!rows.get('second')?.facts.includes('Robin'))
  const [commit] = await read()
  assert.deepEqual(commit?.facts, JSON.parse(JSON.stringify([updated('second', false)])))
})

test('leaves out a commit whose customer is no longer stored', async () => {
  const { rows, read } = given()
  rows.delete('first')
  assert.deepEqual(await read(), [])
})
