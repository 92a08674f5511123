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

  async deleteUntil(): Promise<number> {
    return 0
  }

  #present(key: string, since: number): Answer | undefined {
    const answer = this.#answers.get(key)
    return answer !== undefined && answer.createdAt > since ? answer : undefined
  }
}
