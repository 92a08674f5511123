import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { byProfile, isNightly, measuresTime } from '../support/profile.js'
import type { Location } from './engine-process.js'
import { testOnStorages } from './on-storages.js'
import { seed } from './profile.js'
import { type Findings, play } from './routing/play.js'

/** Number of kills. The nightly profile plays 2,010 chats in about 5 minutes. */
const killCount = Number(process.env.PARLEY_FAULTS_ROUNDS ?? byProfile({ quick: 1, full: 2, nightly: 30 }))
const killEveryMs = byProfile({ quick: 800, full: 6_000, nightly: 10_000 })
const customersPerKill = byProfile({ quick: 10, full: 67, nightly: 67 })
/**
 * Maximum time that a thread may wait beside a free agent, in milliseconds. Only in the nightly profile do the nodes
 * have the machine to themselves; elsewhere they may be without a core for long.
 */
const mostBesideFreeMs = isNightly ? 1_000 : 30_000
/** Maximum time that an absent agent may keep a chat beyond the grace period, in milliseconds. */
const mostKeptMs = isNightly ? 2_000 : 30_000
/**
 * Maximum number of rounds in which one thread may be passed over: an assignment to an agent who has left is decided
 * again.
 */
const mostPassedOver = isNightly ? 3 : Number.POSITIVE_INFINITY
/** Maximum share of all assignments that pass over a thread. */
const mostPassingOver = isNightly ? 0.02 : 1
const timeout = 120_000 + killCount * 20_000

testOnStorages({
  title: (storage) =>
    `${killCount} kills on ${storage}: each thread has one agent at most, none waits for nothing`,
  timeout,
  run: async (context, open) => await run(context, await open()),
})

async function run(context: TestContext, location: Location): Promise<void> {
  const nodeCount = location.kind === 'postgres' ? 2 : 1
  const tell = (text: string) => context.diagnostic(text)
  const findings = await play(location, {
    ...{ nodeCount, killCount, killEveryMs, customersPerKill, seed, tell },
  })
  const { violations, ...figures } = findings
  context.diagnostic(`seed ${seed}: ${JSON.stringify(figures)}`)
  assert.deepEqual([...violations.slice(0, 20), ...(measuresTime ? tooMuch(findings) : [])], [])
  assert.ok(figures.assignedCount >= killCount * customersPerKill, 'every thread had an agent')
  assert.ok(!measuresTime || figures.waitedAgainCount > 0, 'some threads had several')
}

function tooMuch(findings: Findings): readonly string[] {
  const { besideFreeMs, keptMs, absentMs, passedOver, assignedCount, passingOverCount } = findings
  const isUnfair = passingOverCount > mostPassingOver * assignedCount
  return [
    ...(besideFreeMs > mostBesideFreeMs ? [`one waited ${besideFreeMs} ms for nothing`] : []),
    ...(keptMs > mostKeptMs ? [`one whose grace was over kept a chat for ${keptMs} ms`] : []),
    ...(absentMs > mostKeptMs ? [`one who had gone had chats for ${absentMs} ms beyond the grace`] : []),
    ...(passedOver > mostPassedOver ? [`one was passed over ${passedOver} times`] : []),
    ...(isUnfair ? [`${passingOverCount} assignments passed over somebody`] : []),
  ]
}
