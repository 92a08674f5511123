import assert from 'node:assert/strict'
import { test } from 'node:test'
import { availableAgent } from '../../../test/routing-states.js'
import { Candidate } from './candidate.js'
import { CandidateLine } from './candidate-line.js'

test('when all candidates with the fewest chats are excluded, the next one has the fewest of the others', () => {
  const having = (activeChatsCount: number) =>
    new Candidate(availableAgent(`agent-${activeChatsCount}`, { activeChatsCount, maxChatsCount: 9 }))
  const [free, shared, busy] = [having(0), having(2), having(5)]
  const line = new CandidateLine()
  for (const candidate of [free, shared, busy]) line.append(candidate)
  // Adds the queue for three chats after the queue for five.
  shared.share()
  line.insert(shared)
  assert.equal(line.first(new Set([free.agent.id])), shared)
  assert.equal(line.first(new Set([free.agent.id, shared.agent.id])), busy)
})
