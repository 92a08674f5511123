import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Ended, explain, hasFailed, lineOf, Results } from '../../scripts/testing/results.js'

const passed = (name: string, nesting: number, rest: Partial<Ended> = {}): Ended => ({
  name,
  nesting,
  details: { duration_ms: 1_500, type: nesting === 0 ? 'suite' : 'test' },
  ...rest,
})

function failed(name: string, nesting: number, failureType = 'testCodeFailure'): Ended {
  const error = Object.assign(new Error('wrapped', { cause: new Error(`${name} is broken`) }), {
    failureType,
  })
  return {
    name,
    nesting,
    details: { duration_ms: 1, type: failureType === 'subtestsFailed' ? 'suite' : 'test', error },
  }
}

test('a file that passes is one line with its time and number of tests', () => {
  const results = new Results()
  assert.equal(results.note(passed('first', 1), false), undefined)
  results.note(passed('second', 1), false)
  const file = results.note(passed('a.test.ts', 0), false)
  assert.ok(file !== undefined)
  assert.equal(lineOf(file), '✔    1.5 s  a.test.ts (2)')
  assert.deepEqual(results.failedFiles, [])
})

test('a failure is reported once, with the titles of its suites and the error itself', () => {
  const results = new Results()
  results.begin('a.test.ts', 0)
  results.begin('a suite', 1)
  results.note(failed('a test', 2), true)
  results.note(failed('a suite', 1, 'subtestsFailed'), true)
  const file = results.note(failed('a.test.ts', 0, 'subtestsFailed'), true)
  assert.ok(file !== undefined && hasFailed(file))
  const [title, error] = explain(file)
  assert.equal(title, '✖ a.test.ts: a suite > a test')
  assert.match(error ?? '', /a test is broken/)
  assert.match(results.summary().at(-1) ?? '', /^1 tests in 1 files: 1 failed, 0 skipped\.$/)
})

test('tests that a timeout cancels fail their file, as a number', () => {
  const results = new Results()
  results.note(failed('one', 1, 'cancelledByParent'), true)
  results.note(failed('other', 1, 'cancelledByParent'), true)
  const file = results.note(failed('a.test.ts', 0, 'subtestsFailed'), true)
  assert.ok(file !== undefined)
  assert.deepEqual(explain(file), ['✖ a.test.ts: 2 tests did not end in time', ''])
})

test('a process that fails although its tests pass is reported with how it ended', () => {
  const results = new Results()
  results.note(passed('one', 1), false)
  results.note(passed('a.test.ts', 0), false)
  const ending = { failureType: 'testCodeFailure', exitCode: 1, signal: null, cause: 'test failed' }
  const details = { duration_ms: 1, type: 'test', error: Object.assign(new Error('test failed'), ending) }
  const file = results.note({ name: 'share.mjs', nesting: 0, details }, true)
  assert.ok(file !== undefined)
  assert.match(explain(file).join('\n'), /ended with exit code 1\. Its output is above\./)
})

test('skipped tests are counted by reason', () => {
  const results = new Results()
  results.note(passed('one', 1, { skip: 'no Redis' }), false)
  results.note(passed('other', 1, { skip: 'no Redis' }), false)
  results.note(passed('third', 1, { skip: true }), false)
  results.note(passed('a.test.ts', 0), false)
  const summary = results.summary()
  assert.ok(summary.includes('      2  no Redis'))
  assert.ok(summary.includes('      1  no reason given'))
  assert.equal(summary.at(-1), '3 tests in 1 files: 0 failed, 3 skipped.')
})

test('the summary lists the 20 slowest files, slowest first', () => {
  const results = new Results()
  for (let index = 0; index < 30; index += 1) {
    const details = { duration_ms: index * 1_000, type: 'suite' }
    results.note({ name: `file-${index}`, nesting: 0, details }, false)
  }
  const lines = results.summary().filter((line) => line.includes('file-'))
  assert.equal(lines.length, 20)
  assert.match(lines[0] ?? '', /file-29/)
})
