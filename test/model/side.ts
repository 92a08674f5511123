import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Call, type Cast, describeCalls, openingOf } from './calls.js'
import { type Choice, Installation, type Tampering } from './installation.js'
import { Normalized } from './normalized.js'
import { bytesOf } from './payloads.js'
import { People } from './people.js'
import { receivedPushes } from './pushes.js'
import { readingsOf } from './readings.js'
import { storedOf } from './stored.js'
import { type Answer, callForm, logIn, type ModelTransport, wireFor } from './transports.js'

/** The outcome of a sequence in a form that can be compared with another side. */
export interface Outcome {
  readonly answers: readonly unknown[]
  readonly pushes: readonly unknown[]
  /** The values that every user reads at the end. They are the same on each node. */
  readonly read: readonly unknown[]
  readonly stored: unknown
}

/**
 * Time between two calls, in milliseconds: no two things happen at the same time, which nodes might order differently.
 */
const callMs = 1

/** An installation that is called in one way. */
export class Side {
  readonly #installation: Installation
  readonly #way: ModelTransport

  private constructor(installation: Installation, way: ModelTransport) {
    this.#installation = installation
    this.#way = way
  }

  static async start(choice: Choice, tampering?: Tampering): Promise<Side> {
    return new Side(await Installation.start(choice, tampering), choice.transport)
  }

  stop(): Promise<void> {
    return this.#installation.stop()
  }

  /**
   * Plays a sequence in licenses of its own, starting at a time after all earlier sequences. Each call goes to the next
   * node.
   */
  async play(cast: Cast, calls: readonly Call[], atSeconds: number): Promise<Outcome> {
    await this.#installation.advanceTo(atSeconds * 1_000)
    const people = await People.connect(this.#installation, this.#way, cast)
    const normalized = new Normalized(people.tenants.map(({ world }) => world.licenseId))
    const answers: unknown[] = []
    for (const [turn, call] of [...openingOf(cast), ...calls].entries()) {
      answers.push(normalized.of(await this.#call(people, call, turn)))
    }
    const chatIds = people.tenants.flatMap(({ known }) => known.chats)
    const pushes: unknown[] = []
    for (const [name, listener] of people.listeners) {
      pushes.push({ to: name, pushes: normalized.of(await receivedPushes(listener, chatIds)) })
    }
    const read = normalized.of(await this.#readings(people, cast))
    const stored: unknown[] = []
    for (const tenant of people.tenants) stored.push(await storedOf(this.#installation.storage, tenant))
    await people.leave()
    assert.ok(Array.isArray(read))
    return { answers, pushes, read, stored: normalized.of(stored) }
  }

  /** Reads on every node. All nodes must show the same. */
  async #readings(people: People, cast: Cast): Promise<readonly unknown[]> {
    const nodes: unknown[][] = []
    for (let turn = 0; turn < this.#installation.nodeCount; turn += 1) {
      const answers: unknown[] = []
      for (const call of readingsOf(people, cast)) answers.push(await this.#answer(people, call, turn))
      nodes.push(answers)
    }
    const [first = [], ...others] = nodes
    for (const other of others) assert.deepEqual(other, first, 'all nodes show the same')
    return first
  }

  async #call(people: People, call: Call, turn: number): Promise<unknown> {
    await this.#pass(call.seconds)
    const known = people.knownTo(call.who)
    const payload = known.resolve(call.payload, call.who)
    const author = call.author === undefined ? undefined : known.idOf(call.author)
    const { isRefused, payload: answer } = await this.#answer(people, { ...call, payload, author }, turn)
    await this.#installation.settle()
    if (isRefused) return { refused: answer }
    known.learn(payload, answer, call.who)
    return answer
  }

  /**
   * Advances the clock after all pushes have been read, so that no client counts as slow only because the virtual clock
   * advanced.
   */
  async #pass(seconds: number): Promise<void> {
    if (seconds > 0) for (let turn = 0; turn < 10; turn += 1) await nextTurn()
    this.#installation.clock.advance(seconds * 1_000 + callMs)
  }

  async #answer(people: People, call: Call, turn: number): Promise<Answer> {
    try {
      return await this.#ask(people, call, turn)
    } catch (cause) {
      throw new Error(`no response to ${describeCalls([call])}: ${String(cause)}`, { cause })
    }
  }

  #ask(people: People, call: Call, turn: number): Promise<Answer> {
    const { who, action, payload } = call
    if (action === 'login') return this.#logIn(people, call, turn)
    const hasFile = Object.values(payload).some((value) => bytesOf(value) !== undefined)
    return hasFile ? callForm(people.at(turn, who), call) : people.clientOf(turn, who).call(call)
  }

  async #logIn(people: People, { who, version, payload }: Call, turn: number): Promise<Answer> {
    const { connection, answer } = await logIn(people.at(turn, who), wireFor(this.#way), version, payload)
    if (connection.isOpen) await connection.close()
    return answer
  }
}
