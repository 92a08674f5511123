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
    // Diagnostics without nesting below a file are the runner's own totals, so they are left out.
    if (type === 'test:diagnostic' && data.nesting > 0) output.push(`           ${data.message}\n`)
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
