import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, constants } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Bundle } from './testing/bundle.js'
import { findPrograms, findTestFiles, isUnitTest, needsQuiet, type Suite, suites } from './testing/files.js'
import { TestServers } from './testing/servers.js'
import { dealOut, writeShares } from './testing/shares.js'

interface Pace {
  /** Number of test processes that run at the same time. */
  readonly concurrency: number
  /** Maximum duration of a test file. */
  readonly timeoutMs: number
}

/** One process more than cores, because many tests wait for a server or a timer. */
const quickPace: Pace = { concurrency: availableParallelism() + 1, timeoutMs: 600_000 }
const usualPace: Pace = { concurrency: 2, timeoutMs: 600_000 }
/** One file at a time, because these files measure delays. */
const quietPace: Pace = { concurrency: 1, timeoutMs: 600_000 }
/** One file at a time, with hours for a file that runs all attacks. */
const nightlyPace: Pace = { concurrency: 1, timeoutMs: 4 * 3_600_000 }

const dayMs = 86_400_000

let child: ChildProcess | undefined
let interruptedBy: NodeJS.Signals | undefined

// Without a handler the process would end before it removes bundles and throw-away servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interruptedBy = signal
    child?.kill(signal)
  })
}

process.exitCode = await main()

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { suite: { type: 'string', default: 'quick' } },
    allowPositionals: true,
  })
  const suite = suites.find((name) => name === values.suite)
  if (suite === undefined) throw new TypeError(`--suite is one of ${suites.join(', ')}`)
  const seed = Number(process.env.PARLEY_TEST_SEED ?? Math.floor(Date.now() / dayMs))
  const files = findTestFiles(suite, positionals, seed)
  if (files.length === 0) {
    console.error('No test file matches.')
    return 1
  }
  console.log(`Seed ${seed}: PARLEY_TEST_SEED=${seed} makes the same choices again.`)
  const bundle = await Bundle.of([...files, ...findPrograms()])
  try {
    const env = {
      PARLEY_TEST_SEED: String(seed),
      PARLEY_TEST_PROFILE: profileOf(suite),
      PARLEY_TEST_BUNDLE: resolve(bundle.folder),
    }
    return await runWithServers(suite, files, { bundle, env })
  } finally {
    // The coverage report reads the bundle afterwards.
    if (process.env.NODE_V8_COVERAGE === undefined) bundle.remove()
  }
}

interface Run {
  readonly bundle: Bundle
  readonly env: NodeJS.ProcessEnv
}

function profileOf(suite: Suite): string {
  if (suite === 'full' || suite === 'nightly') return suite
  return 'quick'
}

async function runWithServers(suite: Suite, files: readonly string[], run: Run): Promise<number> {
  if (files.every(isUnitTest)) return await runTests(files, run, quickPace)
  const servers = await TestServers.provide(run.bundle)
  if (servers === undefined) return 1
  try {
    const isLoadable = (file: string) =>
      servers.hasBetterSqlite3 || !run.bundle.imports(file, 'better-sqlite3')
    const env = { ...run.env, ...servers.env }
    return await runPhases(suite, files.filter(isLoadable), { ...run, env })
  } finally {
    await servers.stop()
  }
}

async function runPhases(suite: Suite, files: readonly string[], run: Run): Promise<number> {
  if (suite === 'nightly') return await runTests(files, run, nightlyPace)
  const isLater = (file: string) => suite === 'full' && needsQuiet(file)
  const earlier = files.filter((file) => !isLater(file))
  const code = await runTests(earlier, run, suite === 'full' ? usualPace : quickPace)
  return (await runTests(files.filter(isLater), run, quietPace)) || code
}

async function runTests(
  files: readonly string[],
  { bundle, env }: Run,
  { concurrency, timeoutMs }: Pace,
): Promise<number> {
  if (interruptedBy) return exitCodeOf(interruptedBy)
  if (files.length === 0) return 0
  const shares = writeShares(dealOut(files, concurrency), bundle, timeoutMs)
  const flags = [
    '--conditions=parley-source',
    '--enable-source-maps',
    '--test',
    `--test-reporter=./${bundle.outputOf('scripts/testing/reporter.ts')}`,
    '--test-reporter-destination=stdout',
    `--test-concurrency=${concurrency}`,
  ]
  child = spawn(process.execPath, [...flags, ...shares], {
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
