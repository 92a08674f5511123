import assert from 'node:assert/strict'
import { test } from 'node:test'
import { availableAgent } from '../../../test/routing-states.js'
import { Candidate } from './candidate.js'
import { CandidateQueue } from './candidate-queue.js'

test('when all candidates with the fewest chats are excluded, the next one has the fewest of the others', () => {
  const having = (activeChatsCount: number) =>
    new Candidate(availableAgent(`agent-${activeChatsCount}`, { activeChatsCount, maxChatsCount: 9 }))
  const [free, shared, busy] = [having(0), having(2), having(5)]
  const queue = new CandidateQueue()
  for (const candidate of [free, shared, busy]) queue.append(candidate)
  // Adds the queue for three chats after the queue for five.
  shared.addSharedChat()
  queue.insert(shared)
  assert.equal(queue.first(new Set([free.agent.id])), shared)
  assert.equal(queue.first(new Set([free.agent.id, shared.agent.id])), busy)
})
