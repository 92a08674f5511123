import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Urgency } from '@parley/core/storage'
import { CommitQueue } from '../src/commit-queue.js'
import type { SqliteDriver } from '../src/driver.js'
import { SqliteConnection } from '../src/sqlite-connection.js'
import { forEachDriver } from './drivers.js'
import { temporaryFile } from './temporary-file.js'

function given(driver: SqliteDriver) {
  const { filename, cleanup } = temporaryFile()
  const connection = new SqliteConnection(driver, filename, { isReadonly: false })
  const commits: (readonly string[])[] = []
  let done: string[] = []
  const afterCommit = () => {
    commits.push(done)
    done = []
  }
  const queue = new CommitQueue(connection, { busyTimeoutMs: 0, afterCommit })
  after(async () => {
    await queue.idle()
    connection.close()
    await cleanup()
  })
  const add = (name: string, urgency: Urgency) =>
    queue.addTransaction(async () => void done.push(name), undefined, urgency)
  return { queue, commits, add }
}

forEachDriver(({ driver }) => {
  test('a deferrable job shares the commit of the next urgent job', async () => {
    const { commits, add } = given(driver)
    await add('first', 'urgent')
    await Promise.all([add('deferrable', 'deferrable'), add('next', 'urgent')])
    assert.deepEqual(commits, [['first'], ['next', 'deferrable']])
  })

  test('a deferrable job lets a large group go first', async () => {
    const { commits, add } = given(driver)
    await add('first', 'urgent')
    const deferred = add('deferrable', 'deferrable')
    const crowd = Array.from({ length: 16 }, (_, index) => `one of many ${index}`)
    await Promise.all(crowd.map((name) => add(name, 'urgent')))
    await deferred
    assert.deepEqual(commits, [['first'], crowd, ['deferrable']])
  })

  test('a deferrable job runs immediately when there was no recent urgent job', async () => {
    const { commits, add } = given(driver)
    await Promise.all([add('deferrable', 'deferrable'), add('other', 'urgent')])
    assert.deepEqual(commits, [['deferrable', 'other']])
  })

  test('a deferrable job runs after the maximum wait, even if no other job comes', async () => {
    const { commits, add } = given(driver)
    await add('first', 'urgent')
    await Promise.all([add('one', 'deferrable'), add('another', 'deferrable')])
    assert.deepEqual(commits, [['first'], ['one', 'another']])
  })

  test('a deferrable job runs immediately when the queue is drained', async () => {
    const { queue, commits, add } = given(driver)
    await add('first', 'urgent')
    const deferred = add('deferrable', 'deferrable')
    await queue.idle()
    assert.deepEqual(commits, [['first'], ['deferrable']])
    await deferred
  })
})
