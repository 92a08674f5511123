import { type Candidate, compareCandidates } from './candidate.js'

interface Queue {
  readonly candidates: Candidate[]
  /** Where those begin who have not been passed. */
  from: number
}

/**
 * Candidates in the order in which they get chats: a queue for each number of chats that they have. Whoever is given one
 * comes to the end of the next queue, and is passed over where they stood before.
 */
export class CandidateLine {
  readonly #queues = new Map<number, Queue>()
  /** Of the queue whose turn it is. */
  #count = 0

  /** `candidate` comes after all who have as many chats: none of them was given one later. */
  append(candidate: Candidate): void {
    const { activeChatsCount } = candidate
    const queue = this.#queues.get(activeChatsCount)
    if (queue === undefined) this.#queues.set(activeChatsCount, { candidates: [candidate], from: 0 })
    else queue.candidates.push(candidate)
  }

  /** The same of one who was not given the last chat: costs a step for each who has as many chats. */
  insert(candidate: Candidate): void {
    const { activeChatsCount: count } = candidate
    const { candidates, from } = this.#queues.get(count) ?? { candidates: [], from: 0 }
    const isLater = (other: Candidate, index: number) =>
      index >= from && other.activeChatsCount === count && compareCandidates(candidate, other) < 0
    const later = candidates.findIndex(isLater)
    if (later === -1) this.append(candidate)
    else candidates.splice(later, 0, candidate)
  }

  /**
   * Whose turn it is, but for those with these ids; `undefined` when nobody else has room for a chat. Costs a step for each
   * of those, beside the steps past whoever was given a chat, which are made once.
   */
  first(except: ReadonlySet<string>): Candidate | undefined {
    while (this.#queues.size > 0) {
      const queue = this.#queues.get(this.#count)
      const candidate = queue && firstOf(queue, this.#count, except)
      if (candidate !== undefined) return candidate
      if (queue !== undefined && queue.from < queue.candidates.length) return this.#firstBehind(except)
      this.#queues.delete(this.#count)
      this.#count = Math.min(...this.#queues.keys())
    }
    return undefined
  }

  /** Where the queue whose turn it is has none but those. */
  #firstBehind(except: ReadonlySet<string>): Candidate | undefined {
    const byCount = [...this.#queues].sort(([one], [other]) => one - other)
    for (const [count, queue] of byCount) {
      const candidate = firstOf(queue, count, except)
      if (candidate !== undefined) return candidate
    }
    return undefined
  }
}

/** Whoever is excepted stands right before the one who is found, so that nobody who has left the queue is seen again. */
function firstOf(queue: Queue, count: number, except: ReadonlySet<string>): Candidate | undefined {
  const { candidates } = queue
  const passed: Candidate[] = []
  let index = queue.from
  for (let next = candidates[index]; next !== undefined; next = candidates[index]) {
    const isThere = next.activeChatsCount === count
    if (isThere && !except.has(next.agent.id)) break
    if (isThere) passed.push(next)
    index += 1
  }
  queue.from = index - passed.length
  for (const [offset, candidate] of passed.entries()) candidates[queue.from + offset] = candidate
  return candidates[index]
}
