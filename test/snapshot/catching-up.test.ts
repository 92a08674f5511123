import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Difference } from './differences.js'
import { isExplained } from './gaps.js'
import { interleave } from './interleave.js'
import type { Absence, Outcome } from './play.js'
import { interleavingsIn } from './steps.js'

const newest = { casey: 'v0.5', ada: 'v0.4', bob: 'v0.4' } as const

const absences: fc.Arbitrary<readonly Absence[]> = fc.array(
  fc.record({
    who: fc.constantFrom('casey', 'ada', 'bob'),
    from: fc.nat(30),
    stepCount: fc.integer({ min: 1, max: 15 }),
  }),
  { minLength: 1, maxLength: 6 },
)

interleave({
  title: 'a client that disconnects and catches up when it is back',
  drawn: fc.tuple(interleavingsIn(newest), absences),
  shareInMemory: 0.3,
  check,
})

/**
 * Checks that each difference has a reason: there is no push for it; or it is about no chat, so its push is not
 * repeated; or it concerns a user of several chats and was pushed in a new chat that the client reads.
 */
function check({ differences, ...situation }: Outcome): void {
  const { api, wasAway } = situation.client
  for (const difference of differences) {
    const { path, folded, fresh } = difference
    const message = `${path.join('.')} is kept as ${JSON.stringify(folded)} and read as ${JSON.stringify(fresh)}`
    const isKnown =
      isExplained(difference, situation) ||
      (wasAway && (isAboutNoChat(difference) || isThreadCount(difference)))
    assert.ok(isKnown, `${api.api} ${api.version}: ${message}`)
  }
}

/** Returns whether the difference comes from `agent_updated` or `customer_banned`, which are about no chat. */
function isAboutNoChat({ path }: Difference): boolean {
  return ['routing_status', 'banned'].includes(path.at(-1) ?? '')
}

function isThreadCount({ path }: Difference): boolean {
  return path.slice(-3).join('.') === 'monitoring.stats.threads'
}
