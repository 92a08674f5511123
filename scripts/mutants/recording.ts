import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isUnitTest } from '../testing/files.js'
import { inParallel } from './in-parallel.js'
import type { TestRun } from './test-run.js'

/** Result of a test file without any mutant. */
export interface RecordedFile {
  readonly durationMs: number
  readonly hasPassed: boolean
  /** Ids of the mutants that the file reaches in any of its processes. */
  readonly reached: readonly string[]
}

export interface Recording {
  /** Seed of the random choices in the tests. */
  readonly testSeed: number
  readonly files: Readonly<Record<string, RecordedFile>>
}

/** Folder for the results, which git ignores. */
export const folder = '.mutants'
const recordingFile = join(folder, 'recording.json')
const log = join(folder, 'reached.log')

export function readRecording(): Recording | undefined {
  return existsSync(recordingFile) ? JSON.parse(readFileSync(recordingFile, 'utf8')) : undefined
}

/**
 * Runs each test file without mutants and records which ones it reaches. Each file has its own process, so code that
 * runs when a module is loaded counts as reached by every file that loads it.
 */
export async function record(
  files: readonly string[],
  { run, testSeed, timeoutMs, concurrency }: Recorder,
): Promise<Recording> {
  mkdirSync(folder, { recursive: true })
  rmSync(log, { force: true })
  const outcomes = new Map<string, Omit<RecordedFile, 'reached'>>()
  await inParallel(files, concurrency, async (file) => {
    const play = () => run.play({ file, active: [], timeoutMs, log })
    let outcome = await play()
    // Runs the file a second time, because the machine may have been too busy.
    if (!outcome.hasPassed) outcome = await play()
    outcomes.set(file, { durationMs: outcome.durationMs, hasPassed: outcome.hasPassed })
    console.log(`${outcome.hasPassed ? '✔' : '✖'} ${file} ${outcome.durationMs} ms ${outcome.failure}`)
  })
  const reached = readLog()
  const recorded = [...outcomes].map(([file, outcome]) => [
    file,
    { ...outcome, reached: reached.get(file) ?? [] },
  ])
  return { testSeed, files: Object.fromEntries(recorded) }
}

interface Recorder {
  readonly run: TestRun
  readonly testSeed: number
  readonly timeoutMs: number
  readonly concurrency: number
}

export function writeRecording(recording: Recording): void {
  mkdirSync(dirname(recordingFile), { recursive: true })
  writeFileSync(recordingFile, `${JSON.stringify(recording, undefined, 1)}\n`)
}

/** Returns the files that reach a mutant and pass without it, the cheapest first. */
export function filesThatReach(id: string, recording: Recording): readonly string[] {
  const reaching = Object.entries(recording.files).filter(
    ([, file]) => file.hasPassed && file.reached.includes(id),
  )
  return cheapestFirst(
    reaching.map(([path]) => path),
    recording,
  )
}

/** Sorts unit tests first, then by duration. */
export function cheapestFirst(files: readonly string[], recording: Recording): readonly string[] {
  return files.toSorted((one, other) => {
    const rank = Number(isUnitTest(other)) - Number(isUnitTest(one))
    return rank || durationOf(one, recording) - durationOf(other, recording)
  })
}

/** Returns the duration of a file without mutants, in milliseconds; 0 when it was not recorded. */
export function durationOf(file: string, { files }: Recording): number {
  return files[file]?.durationMs ?? 0
}

function readLog(): ReadonlyMap<string, readonly string[]> {
  const reached = new Map<string, Set<string>>()
  for (const line of existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []) {
    const space = line.indexOf(' ')
    if (space < 0) continue
    const [id, file] = [line.slice(0, space), line.slice(space + 1)]
    reached.set(file, (reached.get(file) ?? new Set()).add(id))
  }
  return new Map([...reached].map(([file, ids]) => [file, [...ids].sort()]))
}
