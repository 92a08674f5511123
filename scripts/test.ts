import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { findTestFiles, isAttack, isUnitTest, type Suite } from './test-files.js'
import { TestServers } from './test-servers.js'
import { dealUnitTests } from './unit-shares.js'

interface Pace {
  /** Files at the same time. */
  readonly concurrency: number
  /** For a file. */
  readonly timeoutMs: number
}

const usualPace: Pace = { concurrency: 2, timeoutMs: 180_000 }
/** Alone on the machine, for they measure delays. */
const attacksPace: Pace = { concurrency: 1, timeoutMs: 600_000 }
/** The same; all attacks on one storage are one file. */
const nightlyPace: Pace = { concurrency: 1, timeoutMs: 4 * 3_600_000 }

let child: ChildProcess | undefined
let interruptedBy: NodeJS.Signals | undefined

// Without a handler the process would die before throw-away servers are removed.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interruptedBy = signal
    child?.kill(signal)
  })
}

process.exitCode = await main()

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      browser: { type: 'boolean', default: false },
      nightly: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const suite = values.browser ? 'browser' : values.nightly ? 'nightly' : 'default'
  const files = findTestFiles(suite, positionals)
  if (suite === 'nightly') process.env.PARLEY_TEST_PROFILE = 'nightly'
  if (files.length === 0) {
    console.error('No test file matches.')
    return 1
  }

  const unitShares = dealUnitTests(files.filter(isUnitTest), usualPace.concurrency)
  try {
    const others = files.filter((file) => !isUnitTest(file))
    if (others.length === 0) return await runTests(unitShares.files, {}, usualPace)
    return await runWithServers(suite, unitShares.files, others)
  } finally {
    unitShares.remove()
  }
}

async function runWithServers(
  suite: Suite,
  unitShares: readonly string[],
  others: readonly string[],
): Promise<number> {
  const servers = await TestServers.provide()
  if (servers === undefined) return 1
  try {
    const { env } = servers
    if (suite === 'nightly') return await runTests(others, env, nightlyPace)
    const usual = others.filter((file) => !isAttack(file))
    const code = await runTests([...unitShares, ...usual], env, usualPace)
    return (await runTests(others.filter(isAttack), env, attacksPace)) || code
  } finally {
    await servers.stop()
  }
}

async function runTests(
  files: readonly string[],
  env: NodeJS.ProcessEnv,
  { concurrency, timeoutMs }: Pace,
): Promise<number> {
  if (interruptedBy) return exitCodeOf(interruptedBy)
  if (files.length === 0) return 0
  const flags = [
    '--import=tsx',
    '--conditions=parley-source',
    '--test',
    '--test-reporter=spec',
    `--test-concurrency=${concurrency}`,
    `--test-timeout=${timeoutMs}`,
  ]
  child = spawn(process.execPath, [...flags, ...files], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const [code, signal]: [number | null, NodeJS.Signals | null] = await exitOf(child)
  const endedBy = interruptedBy ?? signal
  return endedBy ? exitCodeOf(endedBy) : (code ?? 1)
}

async function exitOf(process: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  const [code, signal] = await once(process, 'exit')
  return [code, signal]
}

function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
}
