import { inspect } from 'node:util'

/** A finished test or suite, as Node's test runner reports it. A test file has the nesting 0. */
export interface Ended {
  readonly name: string
  readonly nesting: number
  readonly details: { readonly duration_ms: number; readonly type?: string; readonly error?: Error }
  readonly skip?: string | boolean
}

interface Failure {
  readonly title: string
  readonly error: Error | undefined
}

/** A finished test file. */
export interface FileResult {
  readonly path: string
  readonly durationMs: number
  readonly testCount: number
  readonly failures: readonly Failure[]
  /** Number of tests and suites that had not finished when the file timed out. */
  readonly cancelledCount: number
}

const slowestCount = 20

/** Collects the results of a test run. The runner reports tests in the order of their files. */
export class Results {
  readonly #files: FileResult[] = []
  readonly #skipped = new Map<string, number>()
  #tests: Ended[] = []
  #failures: Failure[] = []
  #titles: string[] = []
  #cancelledCount = 0

  /** Adds a test or a suite. Returns the result of the file when the whole file has finished. */
  note(ended: Ended, hasFailed: boolean): FileResult | undefined {
    const { name, nesting, details, skip } = ended
    this.#titles.length = nesting
    if (skip !== undefined && skip !== false) this.#noteSkipped(skip)
    if (hasFailed) this.#noteFailure(ended)
    if (details.type !== 'suite' && nesting > 0) this.#tests.push(ended)
    return nesting === 0 ? this.#endFile(name, details.duration_ms) : undefined
  }

  /** Records that a suite has begun. Its tests follow. */
  begin(name: string, nesting: number): void {
    this.#titles[nesting] = name
  }

  get failedFiles(): readonly FileResult[] {
    return this.#files.filter(hasFailed)
  }

  /** Returns the slowest files, the skipped tests by reason, and the number of tests. */
  summary(): readonly string[] {
    const testCount = this.#files.reduce((sum, file) => sum + file.testCount, 0)
    const failedCount = this.#files.reduce((sum, file) => sum + file.failures.length + file.cancelledCount, 0)
    const skippedCount = [...this.#skipped.values()].reduce((sum, count) => sum + count, 0)
    return [
      'Slowest files:',
      ...this.#slowest().map(({ path, durationMs }) => `${seconds(durationMs)}  ${path}`),
      ...(skippedCount === 0 ? [] : ['', 'Skipped:']),
      ...[...this.#skipped].map(([reason, count]) => `${String(count).padStart(7)}  ${reason}`),
      '',
      `${testCount} tests in ${this.#files.length} files: ${failedCount} failed, ${skippedCount} skipped.`,
    ]
  }

  #noteSkipped(skip: string | true): void {
    const reason = skip === true || skip === '' ? 'no reason given' : skip
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1)
  }

  /** Records each failure once. A suite fails together with its tests, and all tests fail when their file times out. */
  #noteFailure({ name, nesting, details: { error } }: Ended): void {
    const kind = error !== undefined && 'failureType' in error ? error.failureType : undefined
    if (kind === 'cancelledByParent') this.#cancelledCount += 1
    if (kind === 'subtestsFailed' || kind === 'cancelledByParent') return
    this.#failures.push({ title: [...this.#titles.slice(1, nesting), name].join(' > '), error })
  }

  #endFile(path: string, durationMs: number): FileResult {
    const testCount = this.#tests.length
    const file = {
      path,
      durationMs,
      testCount,
      failures: this.#failures,
      cancelledCount: this.#cancelledCount,
    }
    this.#files.push(file)
    this.#cancelledCount = 0
    this.#tests = []
    this.#failures = []
    return file
  }

  #slowest(): readonly FileResult[] {
    return this.#files.toSorted((one, other) => other.durationMs - one.durationMs).slice(0, slowestCount)
  }
}

export function hasFailed({ failures, cancelledCount }: FileResult): boolean {
  return failures.length > 0 || cancelledCount > 0
}

/** Returns one line about a file. */
export function lineOf(file: FileResult): string {
  const { path, durationMs, testCount } = file
  return `${hasFailed(file) ? '✖' : '✔'} ${seconds(durationMs)}  ${path} (${testCount})`
}

/** Returns the failures of a file, with their errors. */
export function explain({ path, failures, cancelledCount }: FileResult): readonly string[] {
  const cancelled = cancelledCount === 0 ? [] : [`✖ ${path}: ${cancelledCount} tests did not end in time`, '']
  const failed = failures.flatMap(({ title, error }) => [`✖ ${path}: ${title}`, indented(errorOf(error)), ''])
  return [...failed, ...cancelled]
}

function errorOf(error: Error | undefined): string {
  if (error === undefined || !('exitCode' in error)) return inspect(error?.cause ?? error, { depth: 6 })
  const signal = 'signal' in error ? error.signal : undefined
  const ending = typeof signal === 'string' ? `signal ${signal}` : `exit code ${error.exitCode}`
  return `The process of the test files ended with ${ending}. Its output is above.`
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '    ')
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1).padStart(6)} s`
}
