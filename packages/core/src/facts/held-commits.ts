/** A commit that arrived before its turn. */
export interface HeldCommit<Item> {
  readonly sequence: number
  readonly item: Item
  /** Since when it waits, on the monotonic clock. */
  readonly since: number
}

/** The commits that one chat waits for. */
interface ChatWait<Item> {
  readonly licenseId: number
  /** Held commits, by ascending sequence. */
  readonly held: HeldCommit<Item>[]
  /** A commit that the storage has and that has not arrived. */
  expected: { readonly sequence: number; readonly since: number } | undefined
}

/** A chat whose missing commits are overdue. */
export interface DueChat {
  readonly chatId: string
  readonly licenseId: number
  /** Last sequence that has waited long enough. */
  readonly sequence: number
}

/**
 * Keeps commits that wait for an earlier commit of their chat, and the sequences of commits that should have arrived.
 */
export class HeldCommits<Item> {
  readonly #chats = new Map<string, ChatWait<Item>>()

  get isEmpty(): boolean {
    return this.#chats.size === 0
  }

  chatIds(): readonly string[] {
    return [...this.#chats.keys()]
  }

  hold(chatId: string, licenseId: number, commit: HeldCommit<Item>): void {
    const { held } = this.#waitOf(chatId, licenseId)
    const index = held.findIndex(({ sequence }) => sequence > commit.sequence)
    held.splice(index < 0 ? held.length : index, 0, commit)
  }

  expect(chatId: string, licenseId: number, sequence: number, now: number): void {
    const wait = this.#waitOf(chatId, licenseId)
    if (wait.expected === undefined) wait.expected = { sequence, since: now }
  }

  /** Returns the chats in which something has waited since `instant` or longer. */
  dueUntil(instant: number): readonly DueChat[] {
    const due: DueChat[] = []
    for (const [chatId, { licenseId, held, expected }] of this.#chats) {
      const waiting = expected === undefined ? held : [...held, expected]
      const sequences = waiting.filter(({ since }) => since <= instant).map(({ sequence }) => sequence)
      if (sequences.length > 0) due.push({ chatId, licenseId, sequence: Math.max(...sequences) })
    }
    return due
  }

  itemsUntil(chatId: string, until: number): readonly Item[] {
    const held = this.#chats.get(chatId)?.held ?? []
    return held.filter(({ sequence }) => sequence <= until).map(({ item }) => item)
  }

  /** Removes and returns the first held commit up to `until`. */
  takeUntil(chatId: string, until: number): HeldCommit<Item> | undefined {
    const wait = this.#chats.get(chatId)
    const first = wait?.held[0]
    if (wait === undefined || first === undefined || first.sequence > until) return undefined
    wait.held.shift()
    this.#tidy(chatId, wait)
    return first
  }

  /** Removes and returns the held commit with that sequence. */
  take(chatId: string, sequence: number): Item | undefined {
    const wait = this.#chats.get(chatId)
    const index = wait?.held.findIndex((one) => one.sequence === sequence) ?? -1
    if (wait === undefined || index < 0) return undefined
    const [taken] = wait.held.splice(index, 1)
    this.#tidy(chatId, wait)
    return taken?.item
  }

  /** Stops expecting commits up to that sequence. */
  forgetUntil(chatId: string, sequence: number): void {
    const wait = this.#chats.get(chatId)
    if (wait?.expected === undefined || wait.expected.sequence > sequence) return
    wait.expected = undefined
    this.#tidy(chatId, wait)
  }

  #waitOf(chatId: string, licenseId: number): ChatWait<Item> {
    const wait = this.#chats.get(chatId) ?? { licenseId, held: [], expected: undefined }
    this.#chats.set(chatId, wait)
    return wait
  }

  #tidy(chatId: string, { held, expected }: ChatWait<Item>): void {
    if (held.length === 0 && expected === undefined) this.#chats.delete(chatId)
  }
}
