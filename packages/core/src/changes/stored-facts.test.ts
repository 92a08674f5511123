import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOn } from '../../test/changes.js'
import { chatHead } from '../../test/domain-values.js'
import { scripted } from '../../test/scripted.js'
import { type Fact, factChat } from '../facts/fact.js'
import { encodeFacts } from '../facts/stored-facts.js'
import type { Storage, StorageTransaction } from '../ports/storage.js'
import type { ChatWrites } from '../ports/stores/chat-writes.js'
import type { FactWrites, StoredFacts } from '../ports/stores/facts.js'
import type { Origin } from './origin.js'

const origin: Origin = {
  ...{ callerId: null, authorId: null, cancellation: { aborted: false }, urgency: 'urgent' },
  ...{
    configuration: undefined,
    idempotent: undefined,
    connection: null,
    responsePushes: [],
    respond: undefined,
    charge: undefined,
  },
}
const chat = (id: string) => factChat(chatHead({ id }))
const peek: Fact = { name: 'incoming_sneak_peek', chat: chat('c'), authorId: 'customer', at: 1, text: '…' }
const multicast: Fact = {
  ...{ name: 'incoming_multicast', licenseId: 1, authorId: 'ada', content: {} },
  recipients: { areAllAgents: true, agentIds: [], groups: [], customerIds: [] },
}
const scoped = (id: string): Fact => {
  const none = { groups: [], agents: [] }
  return { name: 'chat_scopes_updated', chat: chat(id), added: none, removed: none }
}

test('a commit stores its facts about each chat that it did not create, and nothing else', async () => {
  const stored: StoredFacts[] = []
  const tx = scripted<StorageTransaction>({
    chats: scripted<ChatWrites>({
      getHead: async (id) => chatHead({ id }),
      takeSequences: async (ids) => ids.map((_, index) => ({ sequence: index + 2, previousAt: 1 })),
    }),
    facts: scripted<FactWrites>({ insert: async (facts) => void stored.push(...facts) }),
  })
  const { changes } = changesOn(scripted<Storage>({ transaction: (work) => work(tx) }), undefined, {
    changesPerChat: 9,
  })
  const commit = (at: number, facts: readonly Fact[]) =>
    changes.commit(origin, at, [], async () => ({ response: 'done', facts }))
  await commit(50, [scoped('a'), peek, scoped('b'), multicast, scoped('a')])
  assert.deepEqual(stored, [
    { chatId: 'a', sequence: 2, at: 50, facts: encodeFacts([scoped('a'), scoped('a')]) },
    { chatId: 'b', sequence: 3, at: 50, facts: encodeFacts([scoped('b')]) },
  ])
  await commit(60, [multicast, peek])
  assert.equal(stored.length, 2)
  const begun = { response: 'done', facts: [scoped('new')], isNewChat: true }
  await changes.commit(origin, 70, [], async () => begun)
  assert.equal(stored.length, 2)
})
