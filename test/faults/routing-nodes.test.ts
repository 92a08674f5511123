import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { byProfile, isNightly, measuresTime } from '../support/profile.js'
import type { Location } from './engine-process.js'
import { testOnStorages } from './on-storages.js'
import { seed } from './profile.js'
import { type Findings, play } from './routing/play.js'

/** In full 2,010 chats in 5 minutes. */
const killCount = Number(process.env.PARLEY_FAULTS_ROUNDS ?? byProfile({ quick: 1, full: 2, nightly: 30 }))
const killEveryMs = byProfile({ quick: 800, full: 6_000, nightly: 10_000 })
const customersPerKill = byProfile({ quick: 10, full: 67, nightly: 67 })
/** In full the nodes have the machine to themselves; beside other tests they may be without a core for long. */
const mostBesideFreeMs = isNightly ? 1_000 : 30_000
/** Beyond the grace. */
const mostKeptMs = isNightly ? 2_000 : 30_000
/** What was decided for somebody who is there no more is decided anew. */
const mostPassedOver = isNightly ? 3 : Number.POSITIVE_INFINITY
/** Of all assignments. */
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
