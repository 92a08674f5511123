import assert from 'node:assert/strict'
import { newAgent } from './fixtures.js'
import { rejectsWithCode } from './rejections.js'
import type { StorageCases } from './suite.js'

export function cancellationCases(cases: StorageCases): void {
  cases.add('runs no statement when cancelled beforehand', async ({ storage, read, license }) => {
    const work = storage.transaction((tx) => tx.agents.insert(newAgent(license, 'agent')), { aborted: true })
    await rejectsWithCode(work, 'cancelled')
    assert.equal(await read.agents.get('agent'), undefined)
  })

  cases.add('rejects the statement after the cancellation, and commits nothing', async (context) => {
    const { storage, read, license } = context
    const controller = new AbortController()
    let reached = 'nothing'
    const work = storage.transaction(async (tx) => {
      await tx.agents.insert(newAgent(license, 'first'))
      reached = 'first'
      controller.abort()
      await tx.agents.insert(newAgent(license, 'second'))
      reached = 'second'
    }, controller.signal)
    await rejectsWithCode(work, 'cancelled')
    assert.equal(reached, 'first')
    assert.deepEqual(await read.agents.list(license.id, 10), [])
  })

  cases.add('does not commit when cancelled after the last statement', async ({ storage, read, license }) => {
    const controller = new AbortController()
    const work = storage.transaction(async (tx) => {
      await tx.agents.insert(newAgent(license, 'agent'))
      controller.abort()
    }, controller.signal)
    await rejectsWithCode(work, 'cancelled')
    assert.equal(await read.agents.get('agent'), undefined)
  })

  cases.add('leaves alone what was committed before the cancellation', async ({ storage, read, license }) => {
    const controller = new AbortController()
    await storage.transaction((tx) => tx.agents.insert(newAgent(license, 'agent')), controller.signal)
    controller.abort()
    assert.ok(await read.agents.get('agent'))
  })
}
