import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { dealUnitTests } from '../../scripts/unit-shares.js'

test('a file of a share fails as it would alone, and the next ones are run', async () => {
  const { code, report } = await runAsOneShare(
    ...['failing', 'unresolved', 'changing-process', 'leaving-open', 'sound'].map(fileNamed),
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
  const { code, report } = await runAsOneShare(...['failing-late', 'sound'].map(fileNamed))
  assert.equal(code, 1)
  assert.match(report, /too late/)
})

test('sound files make a sound share', async () => {
  const { code, report } = await runAsOneShare(fileNamed('sound'))
  assert.equal(code, 0)
  assert.deepEqual(outcomes(report), ['ok sound'])
})

test('each file is in one share, and no share is empty', () => {
  const files = ['a', 'b', 'c']
  for (const [count, expected] of [
    [1, 1],
    [2, 2],
    [5, 3],
  ] as const) {
    const shares = dealUnitTests(files, count)
    shares.remove()
    assert.equal(shares.files.length, expected)
    assert.ok(shares.files.every((file) => !existsSync(file)))
  }
})

interface Outcome {
  readonly code: number
  readonly report: string
}

async function runAsOneShare(...files: readonly string[]): Promise<Outcome> {
  const shares = dealUnitTests(files, 1)
  try {
    return await runShares(shares.files)
  } finally {
    shares.remove()
  }
}

function runShares(files: readonly string[]): Promise<Outcome> {
  // Or the runner would take itself for a part of the one that runs this file.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const flags = ['--import=tsx', '--test-reporter=tap']
  return new Promise((resolve) => {
    execFile(process.execPath, [...flags, ...files], { env }, (error, stdout) => {
      resolve({ code: error ? Number(error.code) : 0, report: stdout })
    })
  })
}

function fileNamed(name: string): string {
  return `test/scripts/files/${name}.ts`
}

/** Of each file, in the order of the report. */
function outcomes(report: string): string[] {
  return [...report.matchAll(/^(ok|not ok) \d+ - .*\/([a-z-]+)\.ts$/gm)].map(
    ([, outcome, name]) => `${outcome} ${name}`,
  )
}
