import assert from 'node:assert/strict'
import { agentChats, customerChats, givenChat, newChat, newThread } from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const before = { space: { kept: 'old', gone: 1.5 }, other: { yes: true } }
const after = { space: { kept: 'new ä "' }, third: { number: -1 } }
const change = { properties: after, propertyTerms: [] }

async function summaries({ read, license }: StorageContext) {
  const ofAgent = await read.chats.listForAgent(agentChats(license))
  const ofCustomer = await read.chats.listByCustomer('customer', customerChats({ limit: 10 }))
  return [...ofAgent.chats, ...ofCustomer.chats]
}

/** Stores a chat with two threads, the second of which is active. */
async function givenThreads(context: StorageContext) {
  await givenChat(context, { thread: newThread('first', { properties: before }) })
  return context.write(async (tx) => {
    await tx.chats.closeThread('chat')
    return tx.chats.openThread('chat', newThread('second', { properties: { second: { has: 'these' } } }))
  })
}

export function chatPropertyCases(cases: StorageCases): void {
  ofChat(cases)
  ofLastThread(cases)
  ofEarlierThread(cases)
}

function ofChat(cases: StorageCases): void {
  cases.add('sets those of a chat, and no others are left', async (context) => {
    const head = await givenChat(context, { properties: before, scopes: { groups: [1], agents: [] } })
    const changed = await context.write((tx) => tx.chats.setProperties('chat', change))
    assert.ok(changed.revision > head.revision)
    assert.deepEqual(changed, { ...head, revision: changed.revision, properties: after })
    assert.deepEqual(await context.read.chats.getHead('chat'), changed)
    assert.deepEqual((await context.read.chats.get('chat'))?.head, changed)
    for (const summary of await summaries(context)) assert.deepEqual(summary.head, changed)
    const again = await context.write((tx) => tx.chats.setProperties('chat', change))
    assert.ok(again.revision > changed.revision)
  })

  cases.add('leaves those of other chats and of threads alone', async (context) => {
    await givenChat(context, { thread: newThread('first', { properties: before }) })
    const other = await context.write((tx) =>
      tx.chats.insert(newChat(context.license, 'other', { properties: before })),
    )
    await context.write((tx) => tx.chats.setProperties('chat', change))
    assert.deepEqual(await context.read.chats.getHead('other'), other)
    assert.deepEqual(await context.read.chats.getThreadProperties('chat', 'first'), before)
  })

  cases.add('rejects those of an unknown chat', async ({ write }) => {
    await assert.rejects(write((tx) => tx.chats.setProperties('nothing', change)))
  })
}

function ofLastThread(cases: StorageCases): void {
  cases.add('sets those of the last thread, in the head and wherever the thread is read', async (context) => {
    const head = await givenThreads(context)
    const changed = await context.write((tx) => tx.chats.setThreadProperties('chat', 'second', change))
    assert.ok(changed.revision > head.revision)
    const thread = { ...head.thread, properties: after }
    assert.deepEqual(changed, { ...head, revision: changed.revision, thread })
    assert.deepEqual(await context.read.chats.getHead('chat'), changed)
    const [first, second] = await context.read.chats.listThreads('chat', ['first', 'second'])
    assert.deepEqual([first?.properties, second?.properties], [before, after])
    for (const summary of await summaries(context)) {
      assert.deepEqual(summary.head, changed)
      assert.deepEqual(summary.lastThread.properties, after)
    }
  })

  cases.add('sets those of a last thread that is closed', async (context) => {
    await givenChat(context, { thread: newThread('first', { properties: before }) })
    const closed = await context.write((tx) => tx.chats.closeThread('chat'))
    const changed = await context.write((tx) => tx.chats.setThreadProperties('chat', 'first', change))
    assert.deepEqual(changed.thread, { ...closed.thread, properties: after })
    assert.deepEqual(await context.read.chats.getThreadProperties('chat', 'first'), after)
  })
}

function ofEarlierThread(cases: StorageCases): void {
  cases.add('sets those of an earlier thread without a change of the head', async (context) => {
    const head = await givenThreads(context)
    const answered = await context.write((tx) => tx.chats.setThreadProperties('chat', 'first', change))
    assert.deepEqual(answered, head)
    assert.deepEqual(await context.read.chats.getHead('chat'), head)
    const [first, second] = await context.read.chats.listThreads('chat', ['first', 'second'])
    assert.deepEqual([first?.properties, second?.properties], [after, head.thread.properties])
  })

  cases.add('answers those of any thread of the chat, and undefined for others', async (context) => {
    await givenThreads(context)
    await context.write((tx) => tx.chats.insert(newChat(context.license, 'other')))
    const { chats } = context.read
    assert.deepEqual(await chats.getThreadProperties('chat', 'first'), before)
    assert.deepEqual(await chats.getThreadProperties('chat', 'second'), { second: { has: 'these' } })
    assert.equal(await chats.getThreadProperties('chat', 'other-thread-1'), undefined)
    assert.equal(await chats.getThreadProperties('nothing', 'first'), undefined)
    await context.write(async (tx) => {
      await tx.chats.setThreadProperties('chat', 'first', change)
      assert.deepEqual(await tx.chats.getThreadProperties('chat', 'first'), after)
    })
  })

  cases.add('rejects those of a thread of another chat, with nothing changed', async (context) => {
    await givenThreads(context)
    const other = await context.write((tx) => tx.chats.insert(newChat(context.license, 'other')))
    for (const threadId of ['other-thread-1', 'nothing']) {
      await assert.rejects(context.write((tx) => tx.chats.setThreadProperties('chat', threadId, change)))
    }
    assert.deepEqual(await context.read.chats.getHead('other'), other)
    assert.deepEqual(await context.read.chats.getThreadProperties('other', 'other-thread-1'), {})
  })
}
