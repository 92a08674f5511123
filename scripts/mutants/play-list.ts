import { findTestFiles } from '../testing/files.js'
import { inParallel } from './in-parallel.js'
import { readList } from './list.js'
import { Player } from './play.js'
import { recordFiles, todaysSeed } from './record-files.js'
import { cheapestFirst, durationOf, filesThatReach, readRecording } from './recording.js'
import { nameOf } from './report.js'
import type { TestRun } from './test-run.js'
import { readVerdicts, writeVerdicts } from './verdicts.js'
import { maxDurationMs, withRun } from './with-run.js'

/** Number of test files that run each mutant alone before the remaining mutants run together. */
const aloneCount = 6
/** Maximum number of times that a test file runs when it also fails without the mutant. */
const attemptCount = 3
/** Additional time for a test file with a mutant, on top of four times its usual duration. */
const graceMs = 60_000

/** Plays all mutants of the list, or those in `ids`. Continues where an earlier run ended. */
export async function playAll(ids: readonly string[] | undefined, processCount: number): Promise<void> {
  const mutants = readList().mutants.filter(({ id }) => ids?.includes(id) ?? true)
  const recording = readRecording() ?? (await recordFiles([], processCount))
  const filesOf = new Map(mutants.map(({ id }) => [id, filesThatReach(id, recording)]))
  const files = cheapestFirst([...new Set([...filesOf.values()].flat())], recording)
  await withRun(files, { mutants, seed: recording.testSeed }, async (run) => {
    const runFile = async (file: string, active: readonly string[]) => {
      const timeoutMs = graceMs + 4 * durationOf(file, recording)
      const failure = await failureOf(run, { file, active, timeoutMs })
      console.log(`${failure === '' ? 'passes' : 'fails '} ${file} with ${active.join(' ')} ${failure}`)
      return failure
    }
    const player = new Player(readVerdicts(), runFile, writeVerdicts)
    await player.play({
      filesOf,
      files,
      aloneCount,
      inParallel: (items, work) => inParallel(items, processCount, work),
    })
  })
}

/** Plays mutants, one after another, against the test files whose path contains one of `substrings`. */
export async function playOnly(ids: readonly string[], substrings: readonly string[]): Promise<void> {
  const mutants = readList().mutants.filter(({ id }) => ids.includes(id))
  const seed = todaysSeed()
  const files = findTestFiles('full', substrings, seed)
  await withRun(files, { mutants, seed }, async (run) => {
    for (const mutant of mutants) {
      console.log(`\n${mutant.id} ${nameOf(mutant)}`)
      for (const file of files) {
        const failure = await failureOf(run, { file, active: [mutant.id], timeoutMs: maxDurationMs })
        console.log(failure === '' ? `  passes: ${file}` : `  caught: ${failure}`)
      }
    }
  })
}

interface Trial {
  readonly file: string
  readonly active: readonly string[]
  readonly timeoutMs: number
}

/**
 * Returns why the file fails with these mutants, or an empty text when it passes. A file that also fails without them
 * proves nothing, because the machine may have been too busy.
 */
async function failureOf(run: TestRun, { file, active, timeoutMs }: Trial): Promise<string> {
  for (let attempt = 0; attempt < attemptCount; attempt += 1) {
    const { hasPassed, failure } = await run.play({ file, active, timeoutMs })
    if (hasPassed) return ''
    // A failure with several mutants needs no check: the file runs again to find out which of them it catches.
    if (active.length > 1) return failure
    const without = await run.play({ file, active: [], timeoutMs })
    if (without.hasPassed) return failure
  }
  return ''
}
