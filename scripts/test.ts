import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { type ProvidedPostgres, providePostgres } from './postgres.js'
import { findTestFiles, isAttack, isUnitTest, type Suite } from './test-files.js'
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

// Without a handler the process would die before the throw-away cluster is removed.
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
    if (others.length === 0) return await runTests(unitShares.files, undefined, usualPace)
    return await runWithPostgres(suite, unitShares.files, others)
  } finally {
    unitShares.remove()
  }
}

async function runWithPostgres(
  suite: Suite,
  unitShares: readonly string[],
  others: readonly string[],
): Promise<number> {
  const postgres = await providePostgres()
  if (postgres === undefined && isMissingPostgresFatal()) return 1
  try {
    if (postgres) console.log(`PostgreSQL: ${postgres.origin}`)
    if (suite === 'nightly') return await runTests(others, postgres, nightlyPace)
    const usual = others.filter((file) => !isAttack(file))
    const code = await runTests([...unitShares, ...usual], postgres, usualPace)
    return (await runTests(others.filter(isAttack), postgres, attacksPace)) || code
  } finally {
    await postgres?.stop()
  }
}

function isMissingPostgresFatal(): boolean {
  const isCi = process.env.CI === 'true'
  console.error('='.repeat(80))
  console.error(`${isCi ? 'FAILED' : 'SKIPPED'}: no PostgreSQL, so nothing is tested against it.`)
  console.error('Start one, install one, or set PARLEY_TEST_POSTGRES to a connection string.')
  console.error('='.repeat(80))
  return isCi
}

async function runTests(
  files: readonly string[],
  postgres: ProvidedPostgres | undefined,
  { concurrency, timeoutMs }: Pace,
): Promise<number> {
  if (interruptedBy) return exitCodeOf(interruptedBy)
  if (files.length === 0) return 0
  const { PARLEY_TEST_POSTGRES: _, ...env } = process.env
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
    env: postgres ? { ...env, PARLEY_TEST_POSTGRES: postgres.url } : env,
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
