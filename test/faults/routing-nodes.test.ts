import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { byProfile, isNightly, measuresTime } from '../support/profile.js'
import type { Location } from './engine-process.js'
import { testOnStorages } from './on-storages.js'
import { seed } from './profile.js'
import { type Findings, runNodes } from './routing/play.js'

/** Number of kills. The nightly profile plays 2,010 chats in about 5 minutes. */
const killCount = Number(process.env.PARLEY_FAULTS_ROUNDS ?? byProfile({ quick: 1, full: 2, nightly: 30 }))
const killEveryMs = byProfile({ quick: 800, full: 6_000, nightly: 10_000 })
const customersPerKill = byProfile({ quick: 10, full: 67, nightly: 67 })
/**
 * Maximum time that a thread may wait beside a free agent, in milliseconds. Only in the nightly profile do the nodes
 * have the machine to themselves; elsewhere they may be without a core for long.
 */
const maxIdleAgentMs = isNightly ? 1_000 : 30_000
/** Maximum time that an absent agent may keep a chat beyond the grace period, in milliseconds. */
const maxKeptMs = isNightly ? 2_000 : 30_000
/**
 * Maximum number of rounds in which one thread may be passed over: an assignment to an agent who has left is decided
 * again.
 */
const maxPassedOver = isNightly ? 3 : Number.POSITIVE_INFINITY
/** Maximum share of all assignments that pass over a thread. */
const maxPassingOver = isNightly ? 0.02 : 1
const timeout = 120_000 + killCount * 20_000

testOnStorages({
  title: (storage) =>
    `${killCount} kills on ${storage}: each thread has one agent at most, none waits for nothing`,
  timeout,
  run: async (context, open) => await run(context, await open()),
})

async function run(context: TestContext, location: Location): Promise<void> {
  const nodeCount = location.kind === 'postgres' ? 2 : 1
  const report = (text: string) => context.diagnostic(text)
  const findings = await runNodes(location, {
    ...{ nodeCount, killCount, killEveryMs, customersPerKill, seed, report },
  })
  const { violations, ...figures } = findings
  context.diagnostic(`seed ${seed}: ${JSON.stringify(figures)}`)
  assert.deepEqual([...violations.slice(0, 20), ...(measuresTime ? exceededLimits(findings) : [])], [])
  assert.ok(figures.assignedCount >= killCount * customersPerKill, 'every thread was assigned')
  assert.ok(!measuresTime || figures.waitedAgainCount > 0, 'some threads were assigned again')
}

function exceededLimits(findings: Findings): readonly string[] {
  const { idleAgentMs, keptAfterAbsenceMs, absentMs, passedOver, assignedCount, passingOverCount } = findings
  const isUnfair = passingOverCount > maxPassingOver * assignedCount
  return [
    ...(idleAgentMs > maxIdleAgentMs ? [`a thread waited ${idleAgentMs} ms beside a free agent`] : []),
    ...(keptAfterAbsenceMs > maxKeptMs
      ? [`an agent kept a chat after the grace period for ${keptAfterAbsenceMs} ms`]
      : []),
    ...(absentMs > maxKeptMs
      ? [`a disconnected agent had chats for ${absentMs} ms beyond the grace period`]
      : []),
    ...(passedOver > maxPassedOver ? [`a thread was passed over ${passedOver} times`] : []),
    ...(isUnfair ? [`${passingOverCount} assignments passed over somebody`] : []),
  ]
}
