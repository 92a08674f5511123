type Mode = 'shared' | 'exclusive'

interface Waiting {
  readonly mode: Mode
  readonly start: () => void
}

interface KeyedLock {
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
export class KeyedLocks {
  readonly #locks = new Map<string, KeyedLock>()

  get areHeld(): boolean {
    return this.#locks.size > 0
  }

  async run<T>(key: string, mode: Mode, work: () => Promise<T>): Promise<T> {
    const lock = this.#lockOf(key)
    if (!canAcquire(lock, mode)) await new Promise<void>((start) => lock.waiting.push({ mode, start }))
    else acquire(lock, mode)
    try {
      return await work()
    } finally {
      this.#release(key, lock, mode)
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

  #lockOf(key: string): KeyedLock {
    const present = this.#locks.get(key)
    if (present !== undefined) return present
    const lock: KeyedLock = { sharedCount: 0, isExclusive: false, waiting: [] }
    this.#locks.set(key, lock)
    return lock
  }

  #release(key: string, lock: KeyedLock, mode: Mode): void {
    if (mode === 'exclusive') lock.isExclusive = false
    else lock.sharedCount -= 1
    while (lock.waiting[0] !== undefined && isFree(lock, lock.waiting[0].mode)) {
      const next = lock.waiting.shift()
      if (next === undefined) break
      acquire(lock, next.mode)
      next.start()
    }
    if (lock.sharedCount === 0 && !lock.isExclusive) this.#locks.delete(key)
  }
}

/** Returns whether the lock can be granted immediately. A request never overtakes those that already wait. */
function canAcquire(lock: KeyedLock, mode: Mode): boolean {
  return lock.waiting.length === 0 && isFree(lock, mode)
}

function isFree(lock: KeyedLock, mode: Mode): boolean {
  return !lock.isExclusive && (mode === 'shared' || lock.sharedCount === 0)
}

function acquire(lock: KeyedLock, mode: Mode): void {
  if (mode === 'exclusive') lock.isExclusive = true
  else lock.sharedCount += 1
}
