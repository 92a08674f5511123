import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Storage, StorageReads } from '@parley/core/storage'
import { within } from './deadline.js'

type State =
  | { readonly kind: 'open' }
  | { readonly kind: 'held' }
  | { readonly kind: 'broken'; readonly cause: Error }

/** Number of turns of the event loop without a running call, after which no call can follow from an earlier one. */
const turnsToBeQuiet = 20

/**
 * A wrapper around a storage that holds calls back or makes them fail: writes, or reads of tokens, licenses or
 * archives.
 */
export class StorageValve {
  readonly #held: (() => void)[] = []
  readonly #watchers: { readonly count: number; readonly reached: () => void }[] = []
  #state: State = { kind: 'open' }
  #underWayCount = 0

  /** Number of calls that are held back. */
  get heldCount(): number {
    return this.#held.length
  }

  /** Holds calls from now on. Work in the background, such as after a login, is let through first. */
  async hold(): Promise<void> {
    for (let quietTurns = 0; quietTurns < turnsToBeQuiet; quietTurns += 1) {
      await nextTurn()
      if (this.#underWayCount > 0) quietTurns = 0
    }
    this.#state = { kind: 'held' }
  }

  breakWith(cause: Error): void {
    this.#state = { kind: 'broken', cause }
  }

  release(): void {
    this.#state = { kind: 'open' }
    for (const resume of this.#held.splice(0)) resume()
  }

  /** Resolves once that many calls are held back. */
  holding(count: number): Promise<void> {
    if (this.#held.length >= count) return Promise.resolve()
    const reached = new Promise<void>((resolve) => this.#watchers.push({ count, reached: resolve }))
    return within(reached, () => `${count} held writes; there are ${this.#held.length}`)
  }

  /** Returns the storage with its reads of tokens behind the valve. */
  guardTokens(inner: Storage): Storage {
    const { tokens } = inner.read
    const pass = <TokenRow>(look: (hash: string) => Promise<TokenRow>) => {
      return (hash: string) => this.#pass(() => look(hash))
    }
    const guarded: StorageReads['tokens'] = {
      identify: pass((hash) => tokens.identify(hash)),
      identifyLogin: pass((hash) => tokens.identifyLogin(hash)),
      get: (hash) => tokens.get(hash),
      listByEntity: (...given) => tokens.listByEntity(...given),
      countExpired: (until, limit) => tokens.countExpired(until, limit),
    }
    return {
      read: { ...inner.read, tokens: guarded },
      open: () => inner.open(),
      transaction: (...given) => inner.transaction(...given),
      appendEvents: (commands, cancellation) => inner.appendEvents(commands, cancellation),
      ping: () => inner.ping(),
      close: () => inner.close(),
    }
  }

  /** Returns the storage with its reads of licenses behind the valve. */
  guardLicenses(inner: Storage): Storage {
    const { licenses } = inner.read
    const guarded: StorageReads['licenses'] = {
      get: (licenseId) => this.#pass(() => licenses.get(licenseId)),
      list: (limit) => licenses.list(limit),
    }
    return {
      read: { ...inner.read, licenses: guarded },
      open: () => inner.open(),
      transaction: (...given) => inner.transaction(...given),
      appendEvents: (commands, cancellation) => inner.appendEvents(commands, cancellation),
      ping: () => inner.ping(),
      close: () => inner.close(),
    }
  }

  /** Returns the storage with its reads of archives behind the valve. */
  guardArchives(inner: Storage): Storage {
    const { archives } = inner.read
    const guarded: StorageReads['archives'] = {
      listThreads: async (query, cancellation) => {
        return this.#pass(() => archives.listThreads(query, cancellation))
      },
      listUnindexed: (since, limit) => archives.listUnindexed(since, limit),
      getIndexedUntil: () => archives.getIndexedUntil(),
      listOutdated: (limit) => archives.listOutdated(limit),
      countOutdated: () => archives.countOutdated(),
    }
    return {
      read: { ...inner.read, archives: guarded },
      open: () => inner.open(),
      transaction: (...given) => inner.transaction(...given),
      appendEvents: (commands, cancellation) => inner.appendEvents(commands, cancellation),
      ping: () => inner.ping(),
      close: () => inner.close(),
    }
  }

  /** Returns the storage with its writes behind the valve. */
  guard(inner: Storage): Storage {
    return {
      read: inner.read,
      open: () => inner.open(),
      transaction: (...given) => this.#pass(() => inner.transaction(...given)),
      appendEvents: (commands, cancellation) => this.#pass(() => inner.appendEvents(commands, cancellation)),
      ping: () => this.#pass(() => inner.ping()),
      close: () => {
        this.release()
        return inner.close()
      },
    }
  }

  async #pass<T>(call: () => Promise<T>): Promise<T> {
    if (this.#state.kind === 'broken') throw this.#state.cause
    if (this.#state.kind === 'held') await this.#released()
    this.#underWayCount += 1
    try {
      return await call()
    } finally {
      this.#underWayCount -= 1
    }
  }

  #released(): Promise<void> {
    return new Promise((resume) => {
      this.#held.push(resume)
      for (const { count, reached } of this.#watchers) if (this.#held.length >= count) reached()
    })
  }
}
