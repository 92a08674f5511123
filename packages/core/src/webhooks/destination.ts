/** What came of a place: `unused`, where nothing was sent after all. */
export type PlaceOutcome = 'delivered' | 'failed' | 'unused'

const firstRoom = 2
const maxRoom = 10
/** In a row. */
const failuresToOpen = 5
const firstOpenMs = 10_000
const maxOpenMs = 300_000

/**
 * The host of a URL, of one license: how much is sent there at once, which grows while it takes what is sent, and whether it
 * is left alone for a while, for it takes nothing. Instants are those of the monotonic clock.
 */
export class Destination {
  readonly licenseId: number
  #room = firstRoom
  #takenCount = 0
  #failedInARow = 0
  /** Of the last time that it was left alone; 0: it has taken something since. */
  #openMs = 0
  #openUntil = Number.NEGATIVE_INFINITY
  #isProven = false

  constructor(licenseId: number) {
    this.licenseId = licenseId
  }

  /** Whether it took what was sent last. */
  get isProven(): boolean {
    return this.#isProven
  }

  get isIdle(): boolean {
    return this.#takenCount === 0
  }

  isLeftAlone(now: number): boolean {
    return now < this.#openUntil
  }

  /** After it was left alone one delivery goes first, to see. */
  hasRoom(now: number): boolean {
    if (this.isLeftAlone(now)) return false
    return this.#takenCount < (this.#openMs > 0 ? 1 : this.#room)
  }

  take(): void {
    this.#takenCount += 1
  }

  free(outcome: PlaceOutcome, now: number): void {
    this.#takenCount -= 1
    if (outcome === 'delivered') this.#succeed()
    if (outcome === 'failed') this.#fail(now)
  }

  #succeed(): void {
    this.#isProven = true
    this.#failedInARow = 0
    this.#openMs = 0
    this.#openUntil = Number.NEGATIVE_INFINITY
    this.#room = Math.min(this.#room + 1, maxRoom)
  }

  #fail(now: number): void {
    this.#isProven = false
    this.#failedInARow += 1
    this.#room = Math.max(1, Math.floor(this.#room / 2))
    // Those that were sent before tell nothing new.
    if (this.#failedInARow < failuresToOpen || this.isLeftAlone(now)) return
    this.#openMs = Math.min(Math.max(firstOpenMs, 2 * this.#openMs), maxOpenMs)
    this.#openUntil = now + this.#openMs
  }
}
