import type { Edge, HttpResponse } from '@parley/core/adapter'
import type { Storage } from '@parley/core/storage'
import { brokenServers } from '../../packages/conformance/test/broken-servers.js'
import { brokenStorages } from '../../packages/conformance/test/broken-storages.js'
import type { Choice, Tampering } from './installation.js'

/** A side with a defect, and the text of the failure that it first causes. */
export interface BrokenSide {
  readonly fault: string
  readonly choice: Choice
  readonly tampering: Tampering
  readonly expectedMessage: RegExp
}

const memory: Choice = { storage: 'memory', transport: 'web' }
const anyAnswer = /: the answer to call \d+/
const pushes = /: the pushes/

function brokenAs<Broken extends { readonly fault: string }>(all: readonly Broken[], fault: string): Broken {
  const found = all.find((one) => one.fault === fault)
  if (found === undefined) throw new TypeError(`nothing ${fault}`)
  return found
}

function storageThat(fault: string, expectedMessage: RegExp): BrokenSide {
  const { breaks } = brokenAs(brokenStorages, fault)
  return { fault: `whose storage ${fault}`, choice: memory, tampering: { storage: breaks }, expectedMessage }
}

function adapterThat(fault: string, expectedMessage: RegExp): BrokenSide {
  const { breaks } = brokenAs(brokenServers, fault)
  return { fault: `whose adapter ${fault}`, choice: memory, tampering: { edge: breaks }, expectedMessage }
}

/** Returns the edge with its successful responses altered. */
function answering(edge: Edge, alter: (text: string) => string): Edge {
  const http: Edge['http'] = async (request) => {
    const answer: HttpResponse = await edge.http(request)
    const { status, body } = answer
    return status === 200 && typeof body === 'string' ? { ...answer, body: alter(body) } : answer
  }
  return new Proxy(edge, {
    get: (target, name, receiver) => (name === 'http' ? http : Reflect.get(target, name, receiver)),
  })
}

/** Returns a storage that drops the properties of events. */
function losesProperties(sound: Storage): Storage {
  return {
    open: () => sound.open(),
    read: sound.read,
    transaction: (...given) => sound.transaction(...given),
    appendEvents: (commands, cancellation) =>
      sound.appendEvents(
        commands.map((command) => ({
          ...command,
          events: command.events.map((event) => ({ ...event, properties: {} })),
        })),
        cancellation,
      ),
    ping: () => sound.ping(),
    close: () => sound.close(),
  }
}

export const brokenSides: readonly BrokenSide[] = [
  storageThat('leaves gaps in orders', anyAnswer),
  storageThat('loses deliveries of events', /: the stored data/),
  storageThat('lists in the wrong order', /: (the answer|the last reading)/),
  adapterThat('loses idempotency keys', anyAnswer),
  adapterThat('sends pushes out of order', pushes),
  adapterThat('sends pushes twice', pushes),
  {
    fault: 'whose adapter drops a field of answers',
    choice: memory,
    tampering: {
      edge: (sound) => answering(sound, (text) => text.replaceAll(/,"template_id":"[^"]*"/g, '')),
    },
    expectedMessage: anyAnswer,
  },
  {
    fault: 'whose storage loses properties of events',
    choice: memory,
    tampering: { storage: losesProperties },
    expectedMessage: /: (the pushes|the last reading|the answer)/,
  },
  {
    fault: 'one node of which receives no ephemeral messages',
    choice: { storage: 'SQLite', transport: 'web', busKind: 'Redis' },
    tampering: {
      bus: (sound, node) => ({
        start: (resumed) => sound.start(resumed),
        publish: (licenseId, message) => sound.publish(licenseId, message),
        subscribe: (licenseId, listener) =>
          sound.subscribe(licenseId, (message) => {
            const isEphemeral = 'batch' in message && message.batch.place === null
            if (node !== 1 || !isEphemeral) listener(message)
          }),
        ping: () => sound.ping(),
        close: () => sound.close(),
      }),
    },
    // The configuration is published over the same bus, so it is outdated on that node too.
    expectedMessage: /: (the pushes|the last reading|the stored data|the answer)|all nodes show the same/,
  },
]
