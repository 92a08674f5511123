import { conversation } from './conversation.js'
import { at, textAt } from './json.js'
import type { Play } from './play.js'
import type { Story } from './story.js'

/**
 * Compares what both persons have received with what is stored. Resolves with whether nothing is missing or repeated.
 */
export async function judge(story: Story, { ada, casey }: Play): Promise<boolean> {
  const people = [ada, casey]
  const stored = await Promise.all(people.map((person) => person.stored()))
  const results = people.map(({ transcript }, index) => transcript.compare(stored[index] ?? []))
  const texts = (stored[0] ?? [])
    .filter((event) => at(event, 'type') === 'message')
    .map((event) => textAt(event, 'text'))
  const rows: readonly (readonly [string, readonly number[]])[] = [
    ['events stored', stored.map(({ length }) => length)],
    ['received', people.map(({ transcript }) => transcript.size)],
    ['missed', results.map(({ missed }) => missed)],
    ['pushed twice', results.map(({ pushedTwice }) => pushedTwice)],
    ['pushed out of order', results.map(({ pushedOutOfOrder }) => pushedOutOfOrder)],
  ]
  story.title('What each client has at the end')
  story.table([
    ['', ...people.map(({ name }) => name.padStart(6))],
    ...rows.map(([title, numbers]) => [title, ...numbers.map((number) => String(number).padStart(6))]),
  ])
  const expected = conversation.flatMap((step) => {
    if (step === 'the node starts again') return []
    return 'text' in step ? step.text : step.isCutOffSaying
  })
  const isStoredOnce = texts.length === expected.length && expected.every((text) => texts.includes(text))
  const isComplete = results.every((result) => Object.values(result).every((count) => count === 0))
  const isGood = isStoredOnce && isComplete
  story.verdict(
    isGood,
    isGood
      ? `Two nodes were killed, and of ${expected.length} messages none is missing, and none is stored twice.`
      : `A message is missing or stored twice: ${expected.length} messages were sent, ${texts.length} are stored.`,
  )
  return isGood
}
