/** An event as the engine says it is stored. */
export interface StoredEvent {
  readonly threadId: string
  readonly id: string
  readonly order: number
  readonly text: string
}

/** A message that a client has sent. Its text is unlike any other's. */
export interface Message {
  readonly chatId: string
  readonly text: string
  /** Sent along with it, so that it may be sent again. */
  readonly idempotencyKey: string | undefined
  /** What the client was told. */
  answer: StoredEvent | undefined
}

/** What all clients together sent, were answered, and were pushed, over all restarts. */
export class Ledger {
  readonly messages: Message[] = []
  /** Ids of the events that connections were told of. */
  readonly pushedIds = new Set<string>()
  #answeredCount = 0
  #waiting: { readonly goal: number; readonly resolve: (isReached: boolean) => void }[] = []

  send(chatId: string, sender: string, isIdempotent: boolean): Message {
    const text = `${sender} ${this.messages.length}`
    const message = { chatId, text, idempotencyKey: isIdempotent ? text : undefined, answer: undefined }
    this.messages.push(message)
    return message
  }

  answered(message: Message, answer: StoredEvent): void {
    message.answer = answer
    this.#answeredCount += 1
    const due = this.#waiting.filter(({ goal }) => goal <= this.#answeredCount)
    if (due.length === 0) return
    this.#waiting = this.#waiting.filter(({ goal }) => goal > this.#answeredCount)
    for (const { resolve } of due) resolve(true)
  }

  /** Resolves with the answer that is that many from now; `false` when there will be none. */
  more(count: number): Promise<boolean> {
    const goal = this.#answeredCount + count
    return new Promise((resolve) => this.#waiting.push({ goal, resolve }))
  }

  /** Nobody answers any more. */
  abandon(): void {
    for (const { resolve } of this.#waiting.splice(0)) resolve(false)
  }

  of(chatId: string): readonly Message[] {
    return this.messages.filter((message) => message.chatId === chatId)
  }

  /** Not answered, and safe to send again. */
  repeatable(): readonly Message[] {
    return this.messages.filter(
      ({ answer, idempotencyKey }) => answer === undefined && idempotencyKey !== undefined,
    )
  }
}
