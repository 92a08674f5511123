import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Coverage } from './coverage.js'
import { requirementsOf, section } from './requirement.js'

const requirements = requirementsOf([section('chat.md "Limits"', { one: 'The first.', two: 'The second.' })])

test('a requirement is proven once each test that names it has run', () => {
  const coverage = new Coverage(requirements)
  const runs = [coverage.claim(['one', 'two'], 'both'), coverage.claim(['two'], 'the second again')]
  for (const hasRun of runs) hasRun()
  assert.deepEqual([coverage.gaps(), coverage.failures()], [[], []])
})

test('a requirement that no test names is a gap', () => {
  const coverage = new Coverage(requirements)
  coverage.claim(['one'], 'the first')()
  assert.deepEqual(coverage.gaps(), ['two has no test'])
})

test('a test that has not run is a failure for each requirement that it names', () => {
  const coverage = new Coverage(requirements)
  coverage.claim(['one', 'two'], 'both')()
  coverage.claim(['two'], 'skipped')
  assert.deepEqual(coverage.gaps(), [])
  assert.deepEqual(coverage.failures(), ['two: "skipped" did not run, or failed'])
})

test('a test can only name requirements that there are, and must name one', () => {
  const coverage = new Coverage(requirements)
  assert.throws(
    () => coverage.claim(['one', 'three'], 'a test'),
    /"a test" names three, which no requirement/,
  )
  assert.throws(() => coverage.claim([], 'a test'), /"a test" names no requirement/)
})

test('two requirements cannot have the same id', () => {
  assert.throws(() => new Coverage([...requirements, ...requirements]), /Two requirements have the id one/)
})
