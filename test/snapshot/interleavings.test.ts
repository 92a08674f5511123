import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as agentPushes from '../../packages/core/src/contract/agent-pushes.js'
import * as customerPushes from '../../packages/core/src/contract/customer-pushes.js'
import { isNightly } from '../support/profile.js'
import { isExplained } from './gaps.js'
import { interleave } from './interleave.js'
import type { Outcome } from './play.js'
import { interleavings } from './steps.js'

/** Number of times that each push was applied, over all interleavings. */
const counts = new Map<string, number>()

interleave({
  title: 'a client that applies pushes',
  drawn: fc.tuple(interleavings, fc.constant([])),
  shareInMemory: 0.8,
  check,
})

/** Checks that the specification has no push for any of the differences. */
function check({ differences, ...situation }: Outcome): void {
  const { received, api } = situation.client
  for (const push of received) countOne(`${api.api} ${api.version} ${push}`)
  for (const difference of differences) {
    const { path, folded, fresh } = difference
    const message = `${path.join('.')} is kept as ${JSON.stringify(folded)} and read as ${JSON.stringify(fresh)}`
    assert.ok(isExplained(difference, situation), `${api.api} ${api.version}: ${message}`)
  }
}

function countOne(name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

/** Excludes the queue position, which only clients that ask for it receive and which changes every second. */
test('every push of every version was applied', { skip: !isNightly && 'in the nightly' }, (context) => {
  const { queuePositionUpdated: _, ...unasked } = customerPushes
  const pushes = [...Object.values(agentPushes), ...Object.values(unasked)]
  const names = pushes.flatMap(({ api, name, versions }) =>
    versions.map((version) => `${api} ${version} ${name}`),
  )
  for (const name of names) context.diagnostic(`${name}: ${counts.get(name) ?? 0} times`)
  assert.deepEqual(
    names.filter((name) => !counts.has(name)),
    [],
  )
})
