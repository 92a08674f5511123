import { findTestFiles } from '../testing/files.js'
import { readList } from './list.js'
import { type Recording, readRecording, record, writeRecording } from './recording.js'
import { maxDurationMs, withRun } from './with-run.js'

const dayMs = 86_400_000

/** Returns the seed for random choices in tests, the same as `npm test` uses today. */
export function todaysSeed(): number {
  return Number(process.env.PARLEY_TEST_SEED ?? Math.floor(Date.now() / dayMs))
}

/**
 * Records what the files of `npm test` reach. With `substrings`, only files whose path contains one of them run, and
 * their results are added to the recording.
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
