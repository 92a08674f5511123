import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Urgency } from '@parley/core/storage'
import Database from 'better-sqlite3'
import { CommitQueue } from '../src/commit-queue.js'
import { SqliteConnection } from '../src/sqlite-connection.js'
import { temporaryFile } from './temporary-file.js'

function given() {
  const { filename, cleanup } = temporaryFile()
  const connection = new SqliteConnection(Database, filename, { isReadonly: false })
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

test('a patient job shares the commit of the next urgent job', async () => {
  const { commits, add } = given()
  await add('first', 'urgent')
  await Promise.all([add('patient', 'patient'), add('next', 'urgent')])
  assert.deepEqual(commits, [['first'], ['next', 'patient']])
})

test('a patient job lets a large group go first', async () => {
  const { commits, add } = given()
  await add('first', 'urgent')
  const patient = add('patient', 'patient')
  const crowd = Array.from({ length: 16 }, (_, index) => `one of many ${index}`)
  await Promise.all(crowd.map((name) => add(name, 'urgent')))
  await patient
  assert.deepEqual(commits, [['first'], crowd, ['patient']])
})

test('a patient job runs immediately when there was no recent urgent job', async () => {
  const { commits, add } = given()
  await Promise.all([add('patient', 'patient'), add('other', 'urgent')])
  assert.deepEqual(commits, [['patient', 'other']])
})

test('a patient job runs after the maximum wait, even if no other job comes', async () => {
  const { commits, add } = given()
  await add('first', 'urgent')
  await Promise.all([add('one', 'patient'), add('another', 'patient')])
  assert.deepEqual(commits, [['first'], ['one', 'another']])
})

test('a patient job runs immediately when the queue is drained', async () => {
  const { queue, commits, add } = given()
  await add('first', 'urgent')
  const patient = add('patient', 'patient')
  await queue.idle()
  assert.deepEqual(commits, [['first'], ['patient']])
  await patient
})
