import type { TestEvent } from 'node:test/reporters'
import { explain, hasFailed, lineOf, Results } from './results.js'

/** Whether notes of tests are told although they pass: what they measured, and with which seed. */
const tellsNotes = process.env.PARLEY_TEST_PROFILE !== 'quick'

/** A line for each test file; at the end what failed, what was skipped, and the slowest files. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const results = new Results()
  let notes: string[] = []
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') yield data.message
    if (type === 'test:start') results.begin(data.name, data.nesting)
    // The runner's own totals have no nesting below a file.
    if (type === 'test:diagnostic' && data.nesting > 0) notes.push(`           ${data.message}\n`)
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const file = results.note(data, type === 'test:fail')
    if (file === undefined) continue
    yield `${lineOf(file)}\n`
    if (tellsNotes || hasFailed(file)) yield* notes
    notes = []
  }
  for (const file of results.failedFiles) yield ['', ...explain(file)].join('\n')
  yield `\n${results.summary().join('\n')}\n`
}
