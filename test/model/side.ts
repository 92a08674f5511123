import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { memoryFiles, type Storage } from '@parley/core'
import { TestEngine } from '../support/engine.js'
import type { Frame, RtmClient } from '../support/rtm-client.js'
import type { StorageKind } from '../support/storages.js'
import type { Person, World } from '../support/world.js'
import { agentNames, type Call, type Cast, customerNames, type Name, openingOf } from './calls.js'
import { Known } from './known.js'
import { Normalized } from './normalized.js'
import { bytesOf } from './payloads.js'
import { type Answer, type Calling, callForm, callingOf, logIn, type Way } from './transports.js'

/** All that a sequence of calls has come to, so that it can be compared with another side's. */
export interface Outcome {
  readonly answers: readonly unknown[]
  readonly pushes: readonly unknown[]
  readonly stored: unknown
}

/** An engine on one kind of storage that is called one way. */
export class Side {
  readonly #engine: TestEngine
  readonly #storage: Storage
  readonly #way: Way

  private constructor(engine: TestEngine, storage: Storage, way: Way) {
    this.#engine = engine
    this.#storage = storage
    this.#way = way
  }

  static async start(kind: StorageKind, way: Way): Promise<Side> {
    const opened: Storage[] = []
    const wrap = (storage: Storage) => {
      opened.push(storage)
      return storage
    }
    const rtm = { messagesPerSecond: 1_000_000, messageBurstCount: 1_000_000, leaseRenewalMs: 60_000 }
    const engine = await TestEngine.start(kind, { rtm, wrap, files: memoryFiles() })
    const [storage] = opened
    assert.ok(storage)
    return new Side(engine, storage, way)
  }

  stop(): Promise<void> {
    return this.#engine.stop()
  }

  /** In a license of its own, from that instant on, which is later than whatever was played before. */
  async play(cast: Cast, calls: readonly Call[], atSeconds: number): Promise<Outcome> {
    const { clock } = this.#engine
    clock.advance(atSeconds * 1_000 - clock.now())
    const people = await arrive(await this.#engine.world(), cast)
    const { known, listeners, normalized } = people
    const answers: unknown[] = []
    for (const call of [...openingOf(cast), ...calls]) {
      await this.#pass(call.seconds)
      const payload = known.resolve(call.payload)
      const { isRefused, payload: answer } = await this.#call(people, { ...call, payload })
      if (!isRefused) known.learn(payload, answer)
      answers.push(normalized.of(isRefused ? { refused: answer } : answer))
    }
    const pushes: unknown[] = []
    for (const [name, listener] of listeners)
      pushes.push({ to: name, heard: normalized.of(await heardBy(listener)) })
    const stored = normalized.of(await storedOf(this.#storage, people.all, known))
    await people.leave()
    return { answers, pushes, stored }
  }

  /** What was pushed is taken before: no client is slow because nothing but a virtual clock went on. */
  async #pass(seconds: number): Promise<void> {
    if (seconds === 0) return
    for (let turn = 0; turn < 10; turn += 1) await nextTurn()
    this.#engine.clock.advance(seconds * 1_000)
  }

  #call(people: People, call: Call): Promise<Answer> {
    const person = people.of(call.who)
    if (call.action === 'login') return this.#logIn(person, call)
    const hasFile = Object.values(call.payload).some((value) => bytesOf(value) !== undefined)
    return hasFile ? callForm(person, call) : people.callings(this.#way, call.who).call(call)
  }

  async #logIn(person: Person, { version, payload }: Call): Promise<Answer> {
    const { connection, answer } = await logIn(person, version, payload)
    if (connection.isOpen) await connection.close()
    return answer
  }
}

interface People {
  readonly all: readonly Person[]
  readonly listeners: ReadonlyMap<Name, RtmClient>
  readonly known: Known
  readonly normalized: Normalized
  of(name: Name): Person
  callings(way: Way, name: Name): Calling
  leave(): Promise<void>
}

/** Two customers, and agents who see all, what the groups 0 and 1 see, and their own chats alone; all of them listen. */
async function arrive(world: World, { customers, agents }: Cast): Promise<People> {
  await world.engine.parley.admin.properties.define({
    ...{ licenseId: world.licenseId, namespace: 'desk', name: 'note', type: 'string' },
    locations: {
      chat: { agent: { read: true, write: true } },
      thread: { agent: { read: true, write: true }, customer: { read: true, write: false } },
    },
  })
  const people = new Map<Name, Person>()
  people.set('ada', await world.agent('ada'))
  people.set('bob', await world.agent('bob', { permission: 'normal', groups: [0, 1] }))
  people.set('cora', await world.agent('cora', { permission: 'normal', groups: [2] }))
  for (const name of customerNames) people.set(name, await world.customer({ name }))
  const listeners = new Map<Name, RtmClient>()
  for (const name of agentNames) listeners.set(name, await personOf(people, name).connect(agents))
  for (const name of customerNames) listeners.set(name, await personOf(people, name).connect(customers))
  const callings = new Map<Name, Calling>()
  return {
    all: [...people.values()],
    listeners,
    known: new Known(new Map([...people].map(([name, { id }]) => [name, id]))),
    normalized: new Normalized(world.licenseId),
    of: (name) => personOf(people, name),
    callings(way, name) {
      const calling = callings.get(name) ?? callingOf(way, personOf(people, name))
      callings.set(name, calling)
      return calling
    },
    async leave() {
      for (const listener of listeners.values()) if (listener.isOpen) await listener.close()
      for (const calling of callings.values()) await calling.close()
    },
  }
}

function personOf(people: ReadonlyMap<Name, Person>, name: Name): Person {
  const person = people.get(name)
  assert.ok(person, `${name} is not in the cast`)
  return person
}

/** All pushes in order, and how the connection has ended if it did. */
async function heardBy(listener: RtmClient): Promise<readonly unknown[]> {
  const isEnd = ({ action }: Frame) => action === 'customer_disconnected' || action === 'agent_disconnected'
  if (listener.isOpen && !listener.frames.some(isEnd)) await listener.call('ping')
  const hasEnded = !listener.isOpen || listener.frames.some(isEnd)
  const ending = hasEnded ? [await listener.ending()] : []
  const pushes = listener.frames.filter(({ type }) => type === 'push')
  return [...pushes.map(({ action, payload }) => ({ action, payload })), ...ending]
}

/** What the storage answers about everything that the calls were about. */
async function storedOf({ read }: Storage, people: readonly Person[], known: Known): Promise<unknown> {
  const chats: unknown[] = []
  for (const chatId of known.chats) {
    const threadIds = known.threadsOf(chatId)
    chats.push({
      chat: await read.chats.get(chatId),
      threads: await read.chats.listThreads(chatId, threadIds),
      summaries: await read.chats.listThreadSummaries(chatId, { before: null, offset: 0, limit: 100 }),
      timeoutsFrom: await read.chats.timeoutsFrom(chatId),
      threadUsers: await read.chats.countThreadUsers(chatId),
    })
  }
  const users: unknown[] = []
  for (const { api, id } of people) {
    users.push(api === 'agent' ? await read.agents.get(id) : await read.customers.get(id))
  }
  return { chats, users }
}
