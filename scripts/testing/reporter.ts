import type { TestEvent } from 'node:test/reporters'
import { explain, hasFailed, lineOf, Results } from './results.js'

/** Whether the output of passing files is printed too: their measurements, seeds and logs. */
const printsAllOutput = process.env.PARLEY_TEST_PROFILE !== 'quick'

/** Prints a line for each test file, then the failures, the skipped tests by reason, and the slowest files. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const results = new Results()
  let output: string[] = []
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') output.push(data.message)
    if (type === 'test:start') results.begin(data.name, data.nesting)
    if (type === 'test:diagnostic' && !isTotal(data)) output.push(`           ${data.message}\n`)
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const file = results.note(data, type === 'test:fail')
    if (file === undefined) continue
    yield `${lineOf(file)}\n`
    if (printsAllOutput || hasFailed(file)) yield* output
    output = []
  }
  for (const file of results.failedFiles) yield ['', ...explain(file)].join('\n')
  yield `\n${results.summary().join('\n')}\n`
}

/** Returns whether the runner counts its tests with the diagnostic. The reporter prints counts of its own. */
function isTotal({ nesting, message }: { readonly nesting: number; readonly message: string }): boolean {
  return nesting === 0 && /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) \d/.test(message)
}
