import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { Bundle } from '../../scripts/testing/bundle.js'
import { dealOut, writeShares } from '../../scripts/testing/shares.js'

const runner = 'scripts/testing/run-share.ts'
const names = ['failing', 'unresolved', 'changing-process', 'leaving-open', 'failing-late', 'sound']
let bundle: Bundle

before(async () => {
  bundle = await Bundle.of([runner, ...names.map(fileNamed)])
})
after(() => bundle.remove())

test('a file of a share fails as it would alone, and the next ones are run', async () => {
  const { code, report } = await runAsOneShare(
    ...['failing', 'unresolved', 'changing-process', 'leaving-open', 'sound'],
  )
  assert.equal(code, 1)
  assert.deepEqual(outcomes(report), [
    'not ok failing',
    'not ok unresolved',
    'not ok changing-process',
    'not ok leaving-open',
    'ok sound',
  ])
  assert.match(report, /not ok 1 - a test that fails/)
  assert.match(report, /Cannot find module .*is-not-there/)
  assert.match(report, /left in the process/)
  assert.match(report, /left open/)
})

test('what fails after its test makes the share fail', async () => {
  const { code, report } = await runAsOneShare('failing-late', 'sound')
  assert.equal(code, 1)
  assert.match(report, /too late/)
})

test('sound files make a sound share', async () => {
  const { code, report } = await runAsOneShare('sound')
  assert.equal(code, 0)
  assert.deepEqual(outcomes(report), ['ok sound'])
})

test('each file is in one share, and no share is empty', () => {
  const files = ['a', 'b', 'c'].map((name) => `packages/core/src/${name}.test.ts`)
  for (const [count, expected] of [
    [1, 1],
    [2, 2],
    [5, 3],
  ] as const) {
    const shares = dealOut(files, count)
    assert.equal(shares.length, expected)
    assert.deepEqual(shares.flatMap((share) => share.files).sort(), files)
  }
})

interface Outcome {
  readonly code: number
  readonly report: string
}

function runAsOneShare(...files: readonly string[]): Promise<Outcome> {
  const share = { name: files.join('-'), files: files.map(fileNamed), leavesNothing: true }
  const shares = writeShares([share], bundle, 60_000)
  // Otherwise the runner would count itself as part of the runner that runs this file.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  return new Promise((resolve) => {
    execFile(process.execPath, ['--test-reporter=tap', ...shares], { env }, (error, stdout) => {
      resolve({ code: error ? Number(error.code) : 0, report: stdout })
    })
  })
}

function fileNamed(name: string): string {
  return `test/scripts/files/${name}.ts`
}

/** Returns the outcome of each file, in the order of the report. */
function outcomes(report: string): string[] {
  return [...report.matchAll(/^(ok|not ok) \d+ - .*\/([a-z-]+)\.ts$/gm)].map(
    ([, outcome, name]) => `${outcome} ${name}`,
  )
}
