import { findTestFiles } from '../testing/files.js'
import { readList } from './list.js'
import { type Recording, readRecording, record, writeRecording } from './recording.js'
import { maxDurationMs, withRun } from './with-run.js'

const dayMs = 86_400_000

/** The seed of the choices that tests make, as `npm test` has it. */
export function todaysSeed(): number {
  return Number(process.env.PARLEY_TEST_SEED ?? Math.floor(Date.now() / dayMs))
}

/**
 * Records what the files of `npm test` reach. Where there are `substrings`, the files whose path contains one of them are
 * added to the recording.
 */
export async function recordFiles(substrings: readonly string[], processCount: number): Promise<Recording> {
  const { mutants } = readList()
  const earlier = substrings.length === 0 ? undefined : readRecording()
  const testSeed = earlier?.testSeed ?? todaysSeed()
  const files = findTestFiles('quick', substrings, testSeed)
  return await withRun(files, { mutants, seed: testSeed }, async (run) => {
    // One process more than cores, as in `npm test`.
    const concurrency = processCount + 1
    const added = await record(files, { run, testSeed, timeoutMs: maxDurationMs, concurrency })
    const recording = { testSeed, files: { ...earlier?.files, ...added.files } }
    writeRecording(recording)
    return recording
  })
}
