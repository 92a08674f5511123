import { type Candidate, compareCandidates } from './candidate.js'

interface ChatCountQueue {
  readonly candidates: Candidate[]
  /** Index of the first candidate who has not been passed. */
  from: number
}

/**
 * Candidates in the order in which they get threads: one queue for each number of active chats. An agent who is given a
 * thread moves to the end of the next queue; the old entry is skipped later.
 */
export class CandidateQueue {
  readonly #queues = new Map<number, ChatCountQueue>()
  /** Number of active chats of the queue that comes next. */
  #count = 0

  /** Appends a candidate behind all others with as many chats. None of them may have been given a thread later. */
  append(candidate: Candidate): void {
    const { activeChatsCount } = candidate
    const queue = this.#queues.get(activeChatsCount)
    if (queue === undefined) this.#queues.set(activeChatsCount, { candidates: [candidate], from: 0 })
    else queue.candidates.push(candidate)
  }

  /** Inserts a candidate who was not given the latest thread. Takes one step for each candidate with as many chats. */
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
   * Returns the next candidate whose id is not in `except`, or `undefined` when no other candidate has a free slot.
   * Takes one step for each excluded candidate; skipping the old entries of agents who were given threads happens once.
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

  /** Searches all queues, when the queue that comes next contains only excluded candidates. */
  #firstBehind(except: ReadonlySet<string>): Candidate | undefined {
    const byCount = [...this.#queues].sort(([one], [other]) => one - other)
    for (const [count, queue] of byCount) {
      const candidate = firstOf(queue, count, except)
      if (candidate !== undefined) return candidate
    }
    return undefined
  }
}

/**
 * Returns the first candidate that is not excluded. Moves the excluded ones directly before it, so that old entries are
 * not visited again.
 */
function firstOf(queue: ChatCountQueue, count: number, except: ReadonlySet<string>): Candidate | undefined {
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
