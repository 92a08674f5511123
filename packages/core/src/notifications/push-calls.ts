/** No license has more than this part of the calls, and of the queue. */
const licenseShare = 1 / 4
/** What waits for a place, for each place there is. */
const queuedPerPlace = 32

/**
 * Calls of the push service: so many are under way at once. Where more want to, licenses take turns, and none of them keeps
 * all places, however slowly its calls end.
 */
export class PushCalls {
  readonly #maxCount: number
  readonly #maxPerLicense: number
  readonly #runningByLicense = new Map<number, number>()
  /** The license whose turn it is comes first. */
  readonly #queues = new Map<number, (() => Promise<void>)[]>()
  #runningCount = 0
  #queuedCount = 0

  constructor(maxCount: number) {
    this.#maxCount = maxCount
    this.#maxPerLicense = Math.max(1, Math.floor(maxCount * licenseShare))
  }

  /** Whether calls of the license would not have to wait behind too many others. */
  hasRoom(licenseId: number): boolean {
    return !this.#queues.has(licenseId) && this.#queuedCount < this.#maxCount * queuedPerPlace
  }

  /** `call` never rejects. */
  add(licenseId: number, call: () => Promise<void>): void {
    const queue = this.#queues.get(licenseId)
    if (queue === undefined) this.#queues.set(licenseId, [call])
    else queue.push(call)
    this.#queuedCount += 1
    this.#startWaiting()
  }

  /** What waits is given up. */
  clear(): void {
    this.#queues.clear()
    this.#queuedCount = 0
  }

  #startWaiting(): void {
    while (this.#runningCount < this.#maxCount) {
      const licenseId = this.#nextLicense()
      if (licenseId === undefined) return
      const call = this.#dequeue(licenseId)
      if (call !== undefined) void this.#run(licenseId, call)
    }
  }

  #nextLicense(): number | undefined {
    for (const licenseId of this.#queues.keys()) {
      if ((this.#runningByLicense.get(licenseId) ?? 0) < this.#maxPerLicense) return licenseId
    }
    return undefined
  }

  /** The license comes last then. */
  #dequeue(licenseId: number): (() => Promise<void>) | undefined {
    const queue = this.#queues.get(licenseId) ?? []
    const call = queue.shift()
    this.#queues.delete(licenseId)
    if (queue.length > 0) this.#queues.set(licenseId, queue)
    this.#queuedCount -= 1
    return call
  }

  async #run(licenseId: number, call: () => Promise<void>): Promise<void> {
    this.#count(licenseId, 1)
    try {
      await call()
    } finally {
      this.#count(licenseId, -1)
      this.#startWaiting()
    }
  }

  #count(licenseId: number, change: 1 | -1): void {
    const count = (this.#runningByLicense.get(licenseId) ?? 0) + change
    this.#runningCount += change
    if (count === 0) this.#runningByLicense.delete(licenseId)
    else this.#runningByLicense.set(licenseId, count)
  }
}
