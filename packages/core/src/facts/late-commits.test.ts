import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { LogFields, Logger } from '../ports/logger.js'
import { LateCommits } from './late-commits.js'

function given() {
  const lines: (LogFields | undefined)[] = []
  const fail = () => assert.fail('a warning only')
  const logger: Logger = { debug: fail, info: fail, error: fail, warn: (_, fields) => lines.push(fields) }
  const clock = new VirtualClock(0)
  return { lines, clock, late: new LateCommits(clock, logger) }
}

test('logs the first late commit immediately, and later ones once a minute', () => {
  const { lines, clock, late } = given()
  late.read(2)
  late.read(3)
  late.countReconnects(1)
  assert.deepEqual(lines, [{ lateCommitCount: 2, forcedReconnectCount: 0 }])
  clock.advance(60_000)
  assert.deepEqual(lines.slice(1), [{ lateCommitCount: 3, forcedReconnectCount: 1 }])
  clock.advance(600_000)
  assert.equal(lines.length, 2)
  late.countReconnects(4)
  assert.deepEqual(lines.slice(2), [{ lateCommitCount: 0, forcedReconnectCount: 4 }])
  assert.deepEqual(late.metrics(), { lateCommitCount: 5, forcedReconnectCount: 5 })
})

test('logs nothing without late commits', () => {
  const { lines, late } = given()
  late.read(0)
  late.countReconnects(0)
  assert.deepEqual(lines, [])
})
