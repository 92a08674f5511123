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
    caughtBy: 'order: messages of one publisher arrive in order',
    broken: (sound) => hearing(sound, swapping),
  },
  {
    fault: 'delivers some messages twice',
    caughtBy: 'order: no message arrives twice',
    broken: (sound) => ({
      async publish(licenseId, message) {
        await sound.publish(licenseId, message)
        if (message === 7) await sound.publish(licenseId, message)
      },
    }),
  },
  {
    fault: 'loses messages longer than its broker accepts',
    caughtBy: 'messages: long messages arrive complete and in order among short ones',
    broken: (sound) => ({
      async publish(licenseId, message) {
        if (JSON.stringify(message).length < mostBytes) await sound.publish(licenseId, message)
      },
    }),
  },
  {
    fault: 'delivers to all licenses whose ids begin with the same digits',
    caughtBy: 'subscriptions: messages of other licenses do not arrive',
    broken: (sound) => ({
      async subscribe(licenseId, listener) {
        await sound.subscribe(Number(`${licenseId}${licenseId}`), listener)
        return sound.subscribe(licenseId, listener)
      },
    }),
  },
  {
    fault: 'resolves subscribe before it listens',
    caughtBy: 'subscriptions: once subscribe resolves, every later message arrives',
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
    fault: 'delivers messages in transit after the subscription ended',
    caughtBy: 'subscriptions: an ended subscription receives nothing, and others keep receiving',
    broken: (sound) => ({
      async subscribe(licenseId, listener) {
        await sound.subscribe(licenseId, listener)
        return { end: () => undefined }
      },
    }),
  },
  {
    fault: 'ends the subscription of a listener that throws',
    caughtBy: 'subscriptions: a listener that throws affects no other, and keeps receiving',
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
    fault: 'keeps working after close',
    caughtBy: 'working: ping works while the bus is open, and fails after close',
    broken: () => ({ close: async () => undefined }),
  },
  {
    fault: 'answers pings during an outage',
    caughtBy: 'outages: ping fails during an outage and works again afterwards',
    broken: () => ({ ping: async () => undefined }),
  },
  {
    fault: 'does not report a possible loss',
    caughtBy: 'outages: after an outage resumed is called, and every later message arrives',
    broken: (sound) => ({ start: () => sound.start(() => undefined) }),
  },
]
