import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { EngineProcess, type Location } from '../faults/engine-process.js'
import { LostTime } from '../faults/lost-time.js'
import { byProfile, seed } from '../support/profile.js'
import type { NamedKind } from './attack.js'
import { attackedEngine } from './attacked-engine.js'
import { AttackerProcess } from './attacker-process.js'
import { HonestPair } from './honest-pair.js'
import { defaultMemoryOptions, memoryBound } from './memory-bound.js'
import type { Row } from './report.js'
import { checkout, seconds } from './settings.js'
import { createWorld, type World } from './world.js'

const engineMain = fileURLToPath(new URL('engine-main.ts', import.meta.url))
/** Time in ms after an attack in which its remaining effects are still measured. */
const aftermathMs = byProfile({ quick: 50, full: 300, nightly: 300 })
/** Upper bound for the logged-in connections of one kind of attack and the honest clients. */
const loggedInCount = 100
const maxBytes = memoryBound(defaultMemoryOptions, loggedInCount)
const shownLogLength = 2_000

/** The storage and the file directory of the engine. */
export interface EnginePlace {
  readonly location: Location
  /** Directory in which the engine keeps files. */
  readonly directory: string
}

export interface Listeners {
  readonly note: (row: Row) => void
  readonly report: (text: string) => void
}

/** One engine, its honest clients and its attackers, which play one kind of attack after the other. */
export class Stage {
  readonly #place: EnginePlace
  readonly #world: World
  #engine: EngineProcess
  #attackers: AttackerProcess

  private constructor(place: EnginePlace, world: World, engine: EngineProcess, attackers: AttackerProcess) {
    this.#place = place
    this.#world = world
    this.#engine = engine
    this.#attackers = attackers
  }

  static async set(place: EnginePlace, kinds: readonly NamedKind[]): Promise<Stage> {
    const { createParley, storageAt } = await attackedEngine(checkout)
    const parley = await createParley({ storage: storageAt(place.location) })
    const world = await createWorld(parley, kinds)
    await parley.close()
    return new Stage(place, world, await startEngine(place), await AttackerProcess.start())
  }

  /**
   * Plays one kind of attack and passes its results to `note`. Rejects when it harmed honest clients; `report` then
   * receives the engine's log.
   */
  async play(kind: NamedKind, index: number, { note, report }: Listeners): Promise<void> {
    try {
      await this.#play(kind, index, note)
    } catch (cause) {
      const { log, hasEnded } = this.#engine
      if (hasEnded || log !== '') report(`the engine's log ended with:\n${log.slice(-shownLogLength)}`)
      // Starts new processes, so that the effects of this attack do not disturb the next one.
      await this.#startAnew()
      throw hasEnded ? new Error('the engine ended', { cause }) : cause
    }
  }

  async strike(): Promise<void> {
    this.#attackers.stop()
    await this.#engine.kill()
  }

  async #play({ name }: NamedKind, index: number, note: (row: Row) => void): Promise<void> {
    const engine = this.#engine
    const cast = this.#world.get(name)
    assert.ok(cast !== undefined)
    const from = engine.vitals.length
    const pair = await HonestPair.connect(engine.port, cast, new LostTime(engine.pid))
    const order = { kind: name, port: engine.port, people: cast.attackers, seconds, seed: seed + index }
    const attempts = await this.#attackers.attack(order)
    await delay(aftermathMs)
    const failure = await failureOf(pair.stop())
    const peakBytes = Math.max(...engine.vitals.slice(from).map(({ residentBytes }) => residentBytes))
    note({ name, pair, attempts, peakBytes, hasFailed: failure !== undefined })
    if (failure !== undefined) throw failure
    assert.ok(attempts > 0, 'the attackers sent something')
    pair.check()
    assert.ok(
      peakBytes <= maxBytes,
      `the engine had ${peakBytes} bytes, more than the maximum of ${maxBytes}`,
    )
  }

  async #startAnew(): Promise<void> {
    await this.strike()
    this.#engine = await startEngine(this.#place)
    this.#attackers = await AttackerProcess.start()
  }
}

function startEngine({ location, directory }: EnginePlace): Promise<EngineProcess> {
  return EngineProcess.run(engineMain, { checkout, location, directory })
}

async function failureOf(promise: Promise<void>): Promise<unknown> {
  try {
    await promise
    return undefined
  } catch (cause) {
    return cause
  }
}
