import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyAgent, anyThread } from '../../../test/routing-states.js'
import type { AssignableThread, AvailableAgent } from '../../model/routing.js'
import { assign } from './assign.js'
import { mayTake } from './rank.js'

/** One change in a license. After each change, all waiting threads are assigned. */
type Step =
  | { readonly name: 'opens'; readonly thread: AssignableThread }
  | { readonly name: 'closes'; readonly turn: number }
  | { readonly name: 'comes' | 'goes'; readonly turn: number }

const turn = fc.nat(1_000)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ name: fc.constant('opens' as const), thread: anyThread }) },
  { weight: 4, arbitrary: fc.record({ name: fc.constant('closes' as const), turn }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constantFrom('comes' as const, 'goes' as const), turn }) },
)

const anyAgents = fc
  .uniqueArray(anyAgent, { selector: ({ id }) => id, minLength: 1 })
  // Adds an administrator who can take every chat.
  .map((agents) => [...agents, { ...anyone, id: 'boss', permission: 'administrator' as const }])
const anyone = {
  ...{ id: 'boss', groups: [{ id: 0, priority: 'last' as const }] },
  ...{ maxChatsCount: 1, activeChatsCount: 0, lastAssignedAt: null },
}

/** A license in which agents come and go. An assignment lasts until the thread closes or the agent leaves. */
class License {
  readonly #agents: readonly AvailableAgent[]
  readonly #away = new Set<string>()
  /** The open threads and their agents; `undefined` for a waiting thread. */
  readonly #threads = new Map<AssignableThread, string | undefined>()
  readonly #lastAssigned = new Map<string, number>()
  #now = 0

  constructor(agents: readonly AvailableAgent[]) {
    this.#agents = agents
  }

  play(step: Step): void {
    this.#now += 1
    if (step.name === 'opens') this.#open(step.thread)
    else if (step.name === 'closes') this.#close(step.turn)
    else this.#move(step)
    this.#assign()
  }

  get waiting(): readonly AssignableThread[] {
    return [...this.#threads].flatMap(([thread, agentId]) => (agentId === undefined ? [thread] : []))
  }

  get openCount(): number {
    return this.#threads.size
  }

  comeAll(): void {
    for (const turn of this.#agents.keys()) this.play({ name: 'comes', turn })
  }

  #open(thread: AssignableThread): void {
    const id = String(this.#now).padStart(6, '0')
    // New threads are never full; full ones would wait for their own members.
    this.#threads.set({ ...thread, isFull: false, chatId: id, waitingSince: this.#now }, undefined)
  }

  #close(turn: number): void {
    const served = [...this.#threads].filter(([, agentId]) => agentId !== undefined)
    const [thread] = served[turn % served.length] ?? []
    if (thread !== undefined) this.#threads.delete(thread)
  }

  #move({ name, turn }: { readonly name: 'comes' | 'goes'; readonly turn: number }): void {
    const id = this.#agents[turn % this.#agents.length]?.id ?? ''
    if (name === 'comes') this.#away.delete(id)
    else this.#away.add(id)
    for (const [thread, agentId] of this.#threads) {
      if (name === 'goes' && agentId === id) this.#threads.set(thread, undefined)
    }
  }

  #assign(): void {
    const { waiting } = this
    const agents = this.#available()
    const assigned = new Map(assign({ threads: waiting, agents }).map((one) => [one.chatId, one.agentId]))
    for (const thread of waiting) this.#threads.set(thread, assigned.get(thread.chatId))
    for (const agentId of assigned.values()) this.#lastAssigned.set(agentId, this.#now)
    this.#checkNobodyOvertaken(waiting, assigned)
    this.#checkNobodyIdle()
  }

  #available(): readonly AvailableAgent[] {
    return this.#agents
      .filter(({ id }) => !this.#away.has(id))
      .map((agent) => ({
        ...agent,
        activeChatsCount: [...this.#threads.values()].filter((agentId) => agentId === agent.id).length,
        lastAssignedAt: this.#lastAssigned.get(agent.id) ?? null,
      }))
  }

  /** Checks that no agent was given a thread while one that the agent may take, and that waited longer, still waits. */
  #checkNobodyOvertaken(waiting: readonly AssignableThread[], assigned: ReadonlyMap<string, string>): void {
    const left = this.waiting
    for (const { chatId, waitingSince } of waiting) {
      const agent = this.#agents.find(({ id }) => id === assigned.get(chatId))
      const overtaken = left.filter(
        (thread) => agent && thread.waitingSince < waitingSince && mayTake(agent, thread),
      )
      assert.deepEqual(overtaken, [])
    }
  }

  #checkNobodyIdle(): void {
    for (const agent of this.#available()) {
      assert.ok(agent.activeChatsCount <= agent.maxChatsCount)
      if (agent.activeChatsCount === agent.maxChatsCount) continue
      assert.deepEqual(
        this.waiting.filter((thread) => mayTake(agent, thread)),
        [],
      )
    }
  }
}

test('no waiting thread is overtaken, and all are served, while agents come and go', () => {
  const anyRun = fc.array(anyStep, { minLength: 400, maxLength: 400, size: 'max' })
  fc.assert(
    fc.property(anyAgents, anyRun, (agents, steps) => {
      const license = new License(agents)
      for (const step of steps) license.play(step)
      license.comeAll()
      for (let left = license.openCount; left > 0; left -= 1) license.play({ name: 'closes', turn: 0 })
      assert.equal(license.openCount, 0)
    }),
    { numRuns: 10 },
  )
})
