import type { AppendCommand, AppendResult, Cancellation, Storage, StorageTransaction } from '@parley/core'
import { within } from './deadline.js'

type State =
  | { readonly kind: 'open' }
  | { readonly kind: 'held' }
  | { readonly kind: 'broken'; readonly cause: Error }

/** A storage whose writes a test can hold back, or make fail. */
export class StorageValve implements Storage {
  readonly #inner: Storage
  readonly #held: (() => void)[] = []
  readonly #watchers: { readonly count: number; readonly reached: () => void }[] = []
  #state: State = { kind: 'open' }

  constructor(inner: Storage) {
    this.#inner = inner
  }

  /** Writes that wait to be let go. */
  get heldCount(): number {
    return this.#held.length
  }

  hold(): void {
    this.#state = { kind: 'held' }
  }

  breakWith(cause: Error): void {
    this.#state = { kind: 'broken', cause }
  }

  release(): void {
    this.#state = { kind: 'open' }
    for (const goOn of this.#held.splice(0)) goOn()
  }

  /** Resolves once that many writes are held back. */
  holding(count: number): Promise<void> {
    if (this.#held.length >= count) return Promise.resolve()
    const reached = new Promise<void>((resolve) => this.#watchers.push({ count, reached: resolve }))
    return within(reached, () => `${count} held writes; there are ${this.#held.length}`)
  }

  get read(): Storage['read'] {
    return this.#inner.read
  }

  open(): Promise<void> {
    return this.#inner.open()
  }

  async transaction<T>(
    work: (tx: StorageTransaction) => Promise<T>,
    cancellation?: Cancellation,
  ): Promise<T> {
    await this.#pass()
    return this.#inner.transaction(work, cancellation)
  }

  async appendEvents(commands: readonly AppendCommand[]): Promise<readonly AppendResult[]> {
    await this.#pass()
    return this.#inner.appendEvents(commands)
  }

  async ping(): Promise<void> {
    await this.#pass()
    return this.#inner.ping()
  }

  close(): Promise<void> {
    this.release()
    return this.#inner.close()
  }

  async #pass(): Promise<void> {
    if (this.#state.kind === 'broken') throw this.#state.cause
    if (this.#state.kind === 'open') return
    await new Promise<void>((goOn) => {
      this.#held.push(goOn)
      for (const { count, reached } of this.#watchers) if (this.#held.length >= count) reached()
    })
  }
}
