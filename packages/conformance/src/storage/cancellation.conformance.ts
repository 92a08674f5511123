import assert from 'node:assert/strict'
import { appendCommand, givenChat, newAgent, newEvent } from './fixtures.js'
import { rejectsWithCode } from './rejections.js'
import type { StorageCases } from './suite.js'

export function cancellationCases(cases: StorageCases): void {
  transactionCases(cases)
  appendCases(cases)
}

function transactionCases(cases: StorageCases): void {
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

  cases.add('keeps what was committed before the cancellation', async ({ storage, read, license }) => {
    const controller = new AbortController()
    await storage.transaction((tx) => tx.agents.insert(newAgent(license, 'agent')), controller.signal)
    controller.abort()
    assert.ok(await read.agents.get('agent'))
  })
}

function appendCases(cases: StorageCases): void {
  cases.add('appends nothing when cancelled beforehand, and holds up no other call', async (context) => {
    const { revision } = await givenChat(context)
    const append = (id: string, aborted: boolean) => {
      const command = appendCommand({ id: 'chat', revision }, [newEvent(id)])
      return context.storage.appendEvents([command], { aborted })
    }
    const cancelled = rejectsWithCode(append('lost', true), 'cancelled')
    const [kept] = await append('kept', false)
    assert.equal(kept?.status, 'stored')
    await cancelled
  })

  cases.add('keeps what was appended before the cancellation', async (context) => {
    const { revision } = await givenChat(context)
    const controller = new AbortController()
    const command = appendCommand({ id: 'chat', revision }, [newEvent('a')])
    await context.storage.appendEvents([command], controller.signal)
    controller.abort()
    const [thread] = await context.read.chats.listThreads('chat', ['chat-thread-1'])
    assert.equal(thread?.events.length, 1)
  })
}
