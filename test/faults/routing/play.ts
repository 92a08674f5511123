import { setTimeout as delay } from 'node:timers/promises'
import { within } from '../../support/deadline.js'
import { randomFrom } from '../../support/random.js'
import type { EngineSetup, Location } from '../engine-process.js'
import { type Absence, longestAbsentMs } from './absences.js'
import { runDesk } from './desk.js'
import { History, type HistoryFindings } from './history.js'
import { queueCustomers } from './line-up.js'
import { type Present, RoutingLog } from './log.js'
import { Nodes } from './nodes.js'
import { pace } from './pace.js'
import { createPeople, type People } from './people.js'
import type { Stage } from './stage.js'
import { findWrongThreads } from './stored.js'

export interface RunOptions {
  readonly nodeCount: number
  readonly killCount: number
  readonly killEveryMs: number
  readonly customersPerKill: number
  readonly seed: number
  readonly report: (text: string) => void
}

export interface Findings extends HistoryFindings {
  /** Longest time that an absent agent kept chats beyond the grace period, in milliseconds. */
  readonly absentMs: number
}

const graceMs = 2_000 * pace
/** A node counts as dead when it has not renewed its lease for twice this period. */
const rtm = { leaseRenewalMs: 500 * pace, reconnectGraceMs: graceMs }
const lookMs = 100
const shownLogLength = 4_000
/** Time for the agents to serve the remaining chats after the last customer has come, in milliseconds. */
const endingMs = 60_000

/** Lets agents and customers come and go while nodes are killed. Returns the findings of the log. */
export async function runNodes(location: Location, options: RunOptions): Promise<Findings> {
  const people = await createPeople(location, options.killCount * options.customersPerKill)
  const log = await RoutingLog.begin(location)
  const nodes = await Nodes.start({ location, rtm } satisfies EngineSetup, options.nodeCount)
  try {
    return await runOn(nodes, log, people, options)
  } catch (cause) {
    options.report(`The nodes’ logs ended with:\n${nodes.logs.slice(-shownLogLength)}`)
    throw cause
  } finally {
    await nodes.end()
    await log.close()
  }
}

async function runOn(nodes: Nodes, log: RoutingLog, people: People, options: RunOptions): Promise<Findings> {
  const stage = new RunningStage(nodes, randomFrom(options.seed))
  const watched = watch(stage, log)
  const desks = Promise.all(people.agents.map((agent) => runDesk(stage, agent)))
  const killing = kill(stage, options)
  const queueing = queueCustomers(stage, people, options.killCount * options.killEveryMs)
  const played = Promise.all([queueing, killing]).then(async ([groupOf]) => {
    stage.isEnding = true
    await within(stage.waitUntilEmpty(), () => `the last chats; there are ${stage.leftCount}`, endingMs)
    stage.isOver = true
    await Promise.all([desks, watched])
    return groupOf
  })
  // The first failure ends everything else too.
  const failed = Promise.all([desks, watched]).then(() => played)
  const groupOf = await Promise.race([played, failed]).finally(() => {
    stage.isOver = true
  })
  const entries = await log.entries()
  const [port = 0] = nodes.ports
  const { outages } = nodes
  const findings = new History(people.agents, groupOf, outages).findings(entries)
  const violations = [...findings.violations, ...(await findWrongThreads(port, people, entries))]
  const absentMs = longestAbsentMs(entries, stage.absences, { graceMs, outages })
  return { ...findings, violations, absentMs }
}

async function kill(stage: Stage, { killCount, killEveryMs, nodeCount }: RunOptions): Promise<void> {
  const { nodes, random } = stage
  for (let count = 0; count < killCount; count += 1) {
    await delay(killEveryMs * (0.5 + random()))
    if (stage.isOver) return
    await nodes.killOne(Math.floor(random() * nodeCount))
  }
}

async function watch(stage: RunningStage, log: RoutingLog): Promise<void> {
  while (!stage.isOver) {
    stage.note(await log.present())
    await delay(lookMs)
  }
}

class RunningStage implements Stage {
  readonly nodes: Nodes
  readonly random: () => number
  readonly absences: Absence[] = []
  isEnding = false
  isOver = false
  #present: Present = { waitingCount: 0, chatIds: new Map() }
  #empty: () => void = () => undefined

  constructor(nodes: Nodes, random: () => number) {
    this.nodes = nodes
    this.random = random
  }

  get chatIds(): ReadonlyMap<string, readonly string[]> {
    return this.#present.chatIds
  }

  get leftCount(): number {
    return this.#present.waitingCount + [...this.chatIds.values()].flat().length
  }

  note(present: Present): void {
    this.#present = present
    if (this.leftCount === 0) this.#empty()
  }

  /** Resolves the next time that no chat is left. */
  waitUntilEmpty(): Promise<void> {
    return new Promise((resolve) => {
      this.#empty = resolve
    })
  }
}
