import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { blocksOf, filesOf } from '../../docs/blocks.js'

const page = readFileSync(new URL('../../../packages/conformance/README.md', import.meta.url), 'utf8')
const suites = ['testStorage', 'testBus', 'testFiles', 'testPushService', 'testServer']
const consumers = blocksOf(page, 'js').filter((code) => suites.some((suite) => code.includes(`${suite}({`)))

const folder = mkdtempSync(join(fileURLToPath(new URL('.', import.meta.url)), '.conformance-'))
for (const [name, text] of filesOf(page)) writeFileSync(join(folder, name), text)
after(() => rmSync(folder, { recursive: true, force: true }))

test('each suite has an example consumer', () => {
  const shown = consumers.map((code) => suites.find((suite) => code.includes(`${suite}({`)))
  assert.deepEqual(shown, suites)
})

for (const [index, code] of consumers.entries()) {
  const suite = suites[index] ?? ''
  test(`the consumer of ${suite} has at most fifteen lines, and passes as it stands`, async () => {
    assert.ok(code.trimEnd().split('\n').length <= 15)
    const name = `${suite}.mjs`
    writeFileSync(join(folder, name), code)
    const { exitCode, passCount, failures } = await runTests(name)
    assert.deepEqual(failures, [])
    assert.equal(exitCode, 0)
    assert.ok(passCount > 5, `${passCount} cases`)
  })
}

interface Results {
  readonly exitCode: number
  readonly passCount: number
  readonly failures: readonly string[]
}

/** Runs the tests in a process of their own, like a user would. */
async function runTests(name: string): Promise<Results> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const flags = ['--import=tsx', '--conditions=parley-source', '--test-reporter=tap', name]
  const child = spawn(process.execPath, flags, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const exitCode = await new Promise<number>((resolve) => child.once('close', resolve))
  const lines = output.split('\n')
  return {
    exitCode,
    passCount: lines.filter((line) => line.startsWith('ok ')).length,
    failures: lines.filter((line) => line.startsWith('not ok ')),
  }
}
