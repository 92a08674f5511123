import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

/** The commit after which the rule applies. */
const firstRuled = 'fdee3081'
const maxSubjectLength = 60
const subject = /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([\w,/-]+\))?!?: \S/

test('every commit subject is conventional and has at most 60 characters', (t) => {
  const subjects = subjectsAfter(firstRuled)
  if (subjects === undefined) return t.skip('the history is not here')
  const bad = subjects.filter((one) => one.length > maxSubjectLength || !subject.test(one))
  assert.deepEqual(bad, [])
})

/** Returns `undefined` outside a clone, and in a shallow one. Merges are not written by hand. */
function subjectsAfter(revision: string): string[] | undefined {
  try {
    const output = execFileSync('git', ['log', '--no-merges', '--format=%s', `${revision}..HEAD`], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return output.split('\n').filter((line) => line !== '')
  } catch {
    return undefined
  }
}
