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

/** Files that play a mutant alone, before the mutants that are left are played together. */
const aloneCount = 6
/** How often a file is played that fails without the mutant, too. */
const attemptCount = 3
/** Time that a mutant may cost a file, besides four times its own. */
const graceMs = 60_000

/** Plays the mutants of the list, or some of them, and goes on where an earlier run has ended. */
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
 * Why the file fails because of these mutants, empty if it does not. A file that fails without them, too, proves nothing:
 * the machine may have been too busy.
 */
async function failureOf(run: TestRun, { file, active, timeoutMs }: Trial): Promise<string> {
  for (let attempt = 0; attempt < attemptCount; attempt += 1) {
    const { hasPassed, failure } = await run.play({ file, active, timeoutMs })
    if (hasPassed) return ''
    // Of several it is asked again which of them it is.
    if (active.length > 1) return failure
    const without = await run.play({ file, active: [], timeoutMs })
    if (without.hasPassed) return failure
  }
  return ''
}
