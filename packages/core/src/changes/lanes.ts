type Mode = 'shared' | 'exclusive'

interface Waiting {
  readonly mode: Mode
  readonly start: () => void
}

interface Lane {
  sharedCount: number
  isExclusive: boolean
  readonly waiting: Waiting[]
}

/**
 * Locks by key, within this node: one for each chat, user or other thing that a change locks, granted in the order of
 * requests. Appends share a lock, so they can share one commit. A transaction holds its locks exclusively until its
 * pushes are sent, so clients receive pushes of a chat in the order of the commits (decisions §10.5). Transactions of
 * one node that need the same lock do not wait for each other inside the database, where each would occupy a
 * connection.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>()

  get areTaken(): boolean {
    return this.#lanes.size > 0
  }

  async run<T>(key: string, mode: Mode, work: () => Promise<T>): Promise<T> {
    const lane = this.#lane(key)
    if (!canStart(lane, mode)) await new Promise<void>((start) => lane.waiting.push({ mode, start }))
    else occupy(lane, mode)
    try {
      return await work()
    } finally {
      this.#leave(key, lane, mode)
    }
  }

  /** Runs the work with exclusive locks on all keys. They are taken in a fixed order to prevent deadlocks. */
  runAll<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const [only] = keys
    if (only === undefined) return work()
    if (keys.length === 1) return this.run(only, 'exclusive', work)
    return this.#runFrom([...new Set(keys)].sort(), 0, work)
  }

  #runFrom<T>(keys: readonly string[], index: number, work: () => Promise<T>): Promise<T> {
    const key = keys[index]
    if (key === undefined) return work()
    return this.run(key, 'exclusive', () => this.#runFrom(keys, index + 1, work))
  }

  #lane(key: string): Lane {
    const present = this.#lanes.get(key)
    if (present !== undefined) return present
    const lane: Lane = { sharedCount: 0, isExclusive: false, waiting: [] }
    this.#lanes.set(key, lane)
    return lane
  }

  #leave(key: string, lane: Lane, mode: Mode): void {
    if (mode === 'exclusive') lane.isExclusive = false
    else lane.sharedCount -= 1
    while (lane.waiting[0] !== undefined && isFree(lane, lane.waiting[0].mode)) {
      const next = lane.waiting.shift()
      if (next === undefined) break
      occupy(lane, next.mode)
      next.start()
    }
    if (lane.sharedCount === 0 && !lane.isExclusive) this.#lanes.delete(key)
  }
}

/** Returns whether the lock can be granted immediately. A request never overtakes those that already wait. */
function canStart(lane: Lane, mode: Mode): boolean {
  return lane.waiting.length === 0 && isFree(lane, mode)
}

function isFree(lane: Lane, mode: Mode): boolean {
  return !lane.isExclusive && (mode === 'shared' || lane.sharedCount === 0)
}

function occupy(lane: Lane, mode: Mode): void {
  if (mode === 'exclusive') lane.isExclusive = true
  else lane.sharedCount += 1
}
