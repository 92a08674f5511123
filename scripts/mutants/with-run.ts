import { constants } from 'node:os'
import type { Mutant } from './mutant.js'
import { TestRun } from './test-run.js'

/** Maximum duration of a test file without mutants. */
export const maxDurationMs = 600_000

/** Prepares the test files, calls `use`, and stops all their processes afterwards, even when `use` fails. */
export async function withRun<T>(
  files: readonly string[],
  options: { readonly mutants: readonly Mutant[]; readonly seed: number },
  use: (run: TestRun) => Promise<T>,
): Promise<T> {
  const run = await TestRun.prepare(files, { ...options, timeoutMs: maxDurationMs })
  const interrupt = (signal: NodeJS.Signals) => {
    run.stop().finally(() => process.exit(128 + constants.signals[signal]))
  }
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    return await use(run)
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    await run.stop()
  }
}
