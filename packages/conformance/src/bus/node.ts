import type { Bus } from '@parley/core/ports'
import { Inbox } from './inbox.js'
import { within } from './within.js'

/** A node whose bus has started. */
export interface BusNode {
  readonly bus: Bus<unknown>
  readonly resumed: ResumeCounter
  publish(licenseId: number, message: unknown): Promise<void>
  /** Subscribes to a license and returns an inbox that collects the messages. */
  listen(licenseId: number): Promise<Inbox>
}

/** Counts how often the bus reported to a node that messages may have been lost. */
export class ResumeCounter {
  count = 0
  #waiting: (() => void) | undefined

  add(): void {
    this.count += 1
    this.#waiting?.()
  }

  /** Resolves once the bus has reported a possible loss more than `count` times. */
  async waitForMoreThan(count: number): Promise<void> {
    const complete = new Promise<void>((resolve) => {
      this.#waiting = () => {
        if (this.count > count) resolve()
      }
      this.#waiting()
    })
    await within(complete, () => 'nobody was told that something may have been lost')
  }
}

export async function startNode(bus: Bus<unknown>): Promise<BusNode> {
  const resumed = new ResumeCounter()
  await bus.start(() => resumed.add())
  return {
    bus,
    resumed,
    publish: (licenseId, message) => bus.publish(licenseId, message),
    async listen(licenseId) {
      const inbox = new Inbox()
      inbox.subscription = await bus.subscribe(licenseId, (message) => inbox.put(message))
      return inbox
    },
  }
}
