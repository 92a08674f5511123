import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Call } from '../model/calls.js'
import { Known } from '../model/known.js'
import type { TestEngine } from '../support/engine.js'
import type { Person, World } from '../support/world.js'
import { agentApi } from './agent-api.js'
import { Client } from './client.js'
import { customerApi } from './customer-api.js'
import { type Difference, differences } from './differences.js'
import { isExplained, type Situation } from './gaps.js'
import { type Bystanders, sideActions } from './side-actions.js'
import type { ClientName, Interleaving, Step } from './steps.js'

const opening = { chat: { thread: { events: [{ type: 'message', text: 'Hello' }] } } }

/**
 * Maximum number of rounds until nothing is in progress any more, each with several requests. Calls of closed
 * connections and the engine's own work, such as reassigning the chats of an agent who was logged out, end within them.
 */
const maxReads = 10

/** A client that disconnects before the step `from` and comes back several steps later. */
export interface Absence {
  readonly who: ClientName
  readonly from: number
  readonly stepCount: number
}

/** The pushes that one client received, and the differences between its state and what is read. */
export interface Outcome extends Situation {
  readonly differences: readonly Difference[]
}

/**
 * Plays an interleaving in a license of its own. A customer and two agents receive pushes and act: one agent sees every
 * chat, the other one the chats of group 1.
 */
export async function playInterleaving(
  engine: TestEngine,
  { versions, steps }: Interleaving,
  absences: readonly Absence[] = [],
): Promise<readonly Outcome[]> {
  const stage = await Stage.open(await engine.world(), versions, absences.length > 0)
  for (const [index, step] of steps.entries()) {
    await stage.applyAbsences(absences, index)
    await stage.step(step)
  }
  await stage.applyAbsences(absences, Number.POSITIVE_INFINITY)
  const outcomes = await stage.end()
  await stage.leave()
  return outcomes
}

interface Participants {
  readonly engine: TestEngine
  readonly clients: ReadonlyMap<ClientName, Client>
  readonly bystanders: Bystanders
  /** Ids in the responses to all of them. */
  readonly known: Known
}

class Stage {
  readonly #participants: Participants
  readonly #faults: unknown[] = []
  #underWay: Promise<unknown>[] = []

  private constructor(company: Participants) {
    this.#participants = company
  }

  static async open(
    world: World,
    { casey, ada, bob }: Interleaving['versions'],
    catchesUp: boolean,
  ): Promise<Stage> {
    const people = await createPeople(world)
    const known = new Known(new Map(Object.entries(people).map(([name, { id }]) => [name, id])))
    const start = async (person: Person) => known.learn({}, await person.web().succeed('start_chat', opening))
    for (const person of [people.casey, people.ada]) await start(person)
    const clients = new Map<ClientName, Client>([
      ['casey', await Client.connect(people.casey, customerApi(casey), catchesUp)],
      ['ada', await Client.connect(people.ada, agentApi(ada), catchesUp)],
      ['bob', await Client.connect(people.bob, agentApi(bob), catchesUp)],
    ])
    await start(people.dana)
    const bystanders = {
      ...people,
      connections: [],
      movedIds: new Set<string>(),
      removedIds: new Set<string>(),
    }
    return new Stage({ engine: world.engine, clients, bystanders, known })
  }

  /** Lets clients leave or come back that are due before that step. */
  async applyAbsences(absences: readonly Absence[], index: number): Promise<void> {
    const { clients, bystanders } = this.#participants
    for (const { who, from, stepCount } of absences) {
      const client = clients.get(who)
      if (from === index) {
        await this.#waitForAnswers()
        await client?.leave()
        if (client !== undefined) bystanders.movedIds.add(client.person.id)
      }
      if (from + stepCount === index || index === Number.POSITIVE_INFINITY) await client?.comeBack()
    }
  }

  async step({ what, milliseconds, isAwaited }: Step): Promise<void> {
    if (milliseconds > 0) await this.#pass(milliseconds)
    const { bystanders } = this.#participants
    const done = typeof what === 'string' ? sideActions[what](bystanders) : this.#call(what)
    this.#underWay.push(done.catch((fault: unknown) => this.#faults.push(fault)))
    if (isAwaited) await this.#waitForAnswers()
  }

  /** Reads everything again for each client that is still connected. */
  async end(): Promise<readonly Outcome[]> {
    await this.#waitForAnswers()
    await this.#settle()
    const { clients, bystanders } = this.#participants
    const outcomes: Outcome[] = []
    for (const client of clients.values()) {
      const situation = { client, movedIds: bystanders.movedIds }
      outcomes.push({ ...situation, differences: await this.#compare(situation) })
    }
    return outcomes
  }

  async #compare(situation: Situation): Promise<readonly Difference[]> {
    const { client } = situation
    const compared = async () => (client.isGone ? [] : differences(client.folded, await readAnew(client)))
    let found = await compared()
    for (let look = 1; look < maxReads && !found.every((one) => isExplained(one, situation)); look += 1) {
      await this.#settle()
      found = await compared()
    }
    return found
  }

  async leave(): Promise<void> {
    const { clients, bystanders } = this.#participants
    const own = [...clients.values()].map(({ connection }) => connection)
    for (const connection of [...own, ...bystanders.connections]) {
      if (connection.isOpen) await connection.close()
    }
  }

  /**
   * Advances the clock after all pushes have been read, so that no client counts as slow only because the virtual clock
   * advanced.
   */
  async #pass(milliseconds: number): Promise<void> {
    for (let turn = 0; turn < 10; turn += 1) await nextTurn()
    this.#participants.engine.clock.advance(milliseconds)
  }

  async #waitForAnswers(): Promise<void> {
    const underWay = this.#underWay
    this.#underWay = []
    await Promise.all(underWay)
    const [fault] = this.#faults
    if (fault !== undefined) throw fault
  }

  /** Resolves once pushes stop arriving. */
  async #settle(): Promise<void> {
    const clients = [...this.#participants.clients.values()]
    const pushCount = () => clients.reduce((sum, { received }) => sum + received.length, 0)
    for (let before = -1; before < pushCount(); ) {
      before = pushCount()
      for (const client of clients) await client.catchUp()
    }
  }

  /** Sends the call over the client's own connection, as long as it is open. */
  async #call({ who, action, payload }: Call): Promise<void> {
    const { clients, known } = this.#participants
    const client = [...clients].find(([name]) => name === who)?.[1]
    if (client === undefined || client.isGone) return
    const resolved = known.resolve(payload)
    try {
      const { success, payload: answer } = await client.connection.call(action, resolved)
      if (success === true) known.learn(resolved, answer)
    } catch (fault) {
      if (!client.isGone) throw fault
    }
  }
}

async function createPeople(world: World) {
  const { admin } = world.engine.parley
  await admin.properties.createOrReplace({
    ...{ licenseId: world.licenseId, namespace: 'desk', name: 'note', type: 'string' },
    locations: {
      chat: { agent: { read: true, write: true } },
      thread: { agent: { read: true, write: true }, customer: { read: true, write: false } },
    },
  })
  return {
    ada: await world.agent('ada'),
    bob: await world.agent('bob', { permission: 'normal', groups: [0, 1] }),
    cora: await world.agent('cora', { permission: 'normal', groups: [2] }),
    casey: await world.customer({ name: 'Casey' }),
    dana: await world.customer({ name: 'Dana' }),
  }
}

/** Reads everything again on a new connection, after the last push was applied. */
async function readAnew({ person, api }: Client): Promise<unknown> {
  const connection = await person.open(api.version)
  const { profile, login, chats } = await api.readSnapshot(connection, person.token)
  await connection.close()
  const answers = [...chats].map(([id, { answers }]) => [id, answers] as const)
  return { profile, login, chats: Object.fromEntries(answers) }
}
