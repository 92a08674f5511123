import type { Answer, AnswerWrites } from '../src/ports/stores/answers.js'

/** The guarantees of the store of answers, on a map. */
export class AnswerMap implements AnswerWrites {
  readonly #answers = new Map<string, Answer>()

  async get(key: string, since: number): Promise<Answer | undefined> {
    return this.#present(key, since)
  }

  async insert(answer: Answer, since: number): Promise<'inserted' | 'duplicate'> {
    if (this.#present(answer.key, since) !== undefined) return 'duplicate'
    this.#answers.set(answer.key, answer)
    return 'inserted'
  }

  async countUntil(createdAt: number, max: number): Promise<number> {
    return this.#until(createdAt, max).length
  }

  async deleteUntil(createdAt: number, limit: number): Promise<number> {
    const due = this.#until(createdAt, limit)
    for (const { key } of due) this.#answers.delete(key)
    return due.length
  }

  #until(createdAt: number, max: number): readonly Answer[] {
    const due = [...this.#answers.values()].filter((answer) => answer.createdAt <= createdAt)
    return due.sort((one, other) => one.createdAt - other.createdAt).slice(0, max)
  }

  #present(key: string, since: number): Answer | undefined {
    const answer = this.#answers.get(key)
    return answer !== undefined && answer.createdAt > since ? answer : undefined
  }
}
