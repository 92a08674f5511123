import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Bus } from '@parley/core/ports'

type Listener = (message: unknown) => void

export interface BrokenBus {
  readonly fault: string
  /** Name of the case that must fail. */
  readonly caughtBy: string
  /** Returns the methods that differ from those of the working bus. */
  readonly broken: (sound: Bus<unknown>) => Partial<Bus<unknown>>
}

const mostBytes = 8_000

function hearing(sound: Bus<unknown>, change: (listener: Listener) => Listener): Partial<Bus<unknown>> {
  return { subscribe: (licenseId, listener) => sound.subscribe(licenseId, change(listener)) }
}

/** Wraps a listener so that it receives the second message before the first. */
function swapping(listener: Listener): Listener {
  const held: unknown[] = []
  return (message) => {
    if (held.length === 0 && message === 0) held.push(message)
    else for (const next of [message, ...held.splice(0)]) listener(next)
  }
}

export const brokenBuses: readonly BrokenBus[] = [
  {
    fault: 'mixes up the order',
    caughtBy: 'order: what one publisher says of a license is heard in its order',
    broken: (sound) => hearing(sound, swapping),
  },
  {
    fault: 'delivers some messages twice',
    caughtBy: 'order: nothing is heard twice',
    broken: (sound) => ({
      async publish(licenseId, message) {
        await sound.publish(licenseId, message)
        if (message === 7) await sound.publish(licenseId, message)
      },
    }),
  },
  {
    fault: 'loses what is longer than its broker takes',
    caughtBy: 'messages: long messages arrive whole, among short ones and in their order',
    broken: (sound) => ({
      async publish(licenseId, message) {
        if (JSON.stringify(message).length < mostBytes) await sound.publish(licenseId, message)
      },
    }),
  },
  {
    fault: 'delivers to all licenses whose ids begin alike',
    caughtBy: 'subscriptions: other licenses are not heard',
    broken: (sound) => ({
      async subscribe(licenseId, listener) {
        await sound.subscribe(Number(`${licenseId}${licenseId}`), listener)
        return sound.subscribe(licenseId, listener)
      },
    }),
  },
  {
    fault: 'says that it listens before it does',
    caughtBy: 'subscriptions: once it resolves everything published from then on is heard',
    broken: (sound) => ({
      async subscribe(licenseId, listener) {
        void nextTurn()
          .then(nextTurn)
          .then(nextTurn)
          .then(() => sound.subscribe(licenseId, listener))
        return { end: () => undefined }
      },
    }),
  },
  {
    fault: 'delivers what was on its way when the subscription ended',
    caughtBy: 'subscriptions: after its end nothing is heard, and others go on',
    broken: (sound) => ({
      async subscribe(licenseId, listener) {
        await sound.subscribe(licenseId, listener)
        return { end: () => undefined }
      },
    }),
  },
  {
    fault: 'ends the subscription of a listener that throws',
    caughtBy: 'subscriptions: a listener that throws affects no other, and goes on listening',
    broken: (sound) => ({
      async subscribe(licenseId, listener) {
        const subscription = await sound.subscribe(licenseId, (message) => {
          try {
            listener(message)
          } catch {
            subscription.end()
          }
        })
        return subscription
      },
    }),
  },
  {
    fault: 'goes on when it is closed',
    caughtBy: 'working: it answers while it works, and not after its end',
    broken: () => ({ close: async () => undefined }),
  },
  {
    fault: 'says that it works while it is away',
    caughtBy: 'outages: a bus that is away does not answer, and does again afterwards',
    broken: () => ({ ping: async () => undefined }),
  },
  {
    fault: 'does not tell that something may have been lost',
    caughtBy: 'outages: after an outage resumed is called, and everything from then on is heard',
    broken: (sound) => ({ start: () => sound.start(() => undefined) }),
  },
]
