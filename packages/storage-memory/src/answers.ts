import type { AnswerReads, AnswerWrites } from '@parley/core/ports'
import type { Run, Tables } from './tables.js'

export const answerReads = (run: Run): AnswerReads => ({
  get: (key, since) => run((tables) => answerSince(tables, key, since)),
  countUntil: (createdAt, max) => run(({ answers }) => answers.countUntil(createdAt, max)),
})

export const answerWrites = (run: Run): AnswerWrites => ({
  insert: (answer, since) =>
    run((tables) => {
      if (answerSince(tables, answer.key, since) !== undefined) return 'duplicate'
      tables.answers.put(answer.key, answer)
      return 'inserted'
    }),
  deleteUntil: (createdAt, limit) => run(({ answers }) => answers.deleteUntil(createdAt, limit)),
  ...answerReads(run),
})

function answerSince({ answers }: Tables, key: string, since: number) {
  const answer = answers.get(key)
  return answer !== undefined && answer.createdAt > since ? answer : undefined
}
