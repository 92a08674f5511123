import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { scripted } from '../../test/scripted.js'
import { Background } from '../background/background.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { StorageReads } from '../ports/storage.js'
import type { RoutingReads } from '../ports/stores/routing.js'
import type { AssignmentRound } from './assignment-round.js'
import { Router } from './router.js'

/** Rounds that do what the test says, and record their licenses. */
class Scene {
  readonly clock = new VirtualClock(0)
  #router: Router | undefined
  readonly rounds: number[] = []
  readonly logged: unknown[] = []
  /** How many more rounds find something to do, by license. */
  readonly work = new Map<number, number>()
  readonly failing = new Set<number>()
  /** Rounds end when this promise resolves. */
  held: Promise<void> = Promise.resolve()
  /** Licenses that the next read finds. */
  assignable: readonly number[] = []
  lookCount = 0

  async start(): Promise<void> {
    const { clock } = this
    const failures = scripted<FailureLog>({
      write: (_message, _type, fields) => void this.logged.push(fields?.licenseId),
    })
    const background = new Background({ clock, failures })
    const routing = scripted<RoutingReads>({
      listAssignableLicenses: async ({ after, limit }) => this.#found(after, limit),
    })
    const round = scripted<AssignmentRound>({ run: (_run, licenseId) => this.#round(licenseId) })
    this.#router = new Router({
      read: scripted<StorageReads>({ routing }),
      clock,
      failures,
      background,
      round,
    })
    background.add(this.#router)
    background.startJobs()
    await this.settled()
  }

  /** Commits a change that may allow an assignment. */
  change(licenseId: number): void {
    const fact = { name: 'customer_unbanned', licenseId, customerId: 'casey' } as const
    this.#router?.onCommit({ place: null, facts: [fact] })
  }

  /** Holds the rounds that begin from now on. The returned function releases them. */
  hold(): () => void {
    let release = () => {}
    this.held = new Promise((resolve) => {
      release = resolve
    })
    return release
  }

  async settled(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) await nextTurn()
  }

  #found(after: number | null, limit: number): readonly number[] {
    this.lookCount += 1
    return this.assignable.filter((id) => after === null || id > after).slice(0, limit)
  }

  async #round(licenseId: number): Promise<boolean> {
    this.rounds.push(licenseId)
    await this.held
    if (this.failing.has(licenseId)) throw new Error('a fault')
    const left = this.work.get(licenseId) ?? 0
    this.work.set(licenseId, left - 1)
    return left > 0
  }
}

test('runs rounds for a changed license until there is nothing to do', async () => {
  const scene = new Scene()
  await scene.start()
  scene.work.set(7, 2)
  scene.change(7)
  scene.change(7)
  await scene.settled()
  assert.deepEqual(scene.rounds, [7, 7, 7])
  assert.equal(scene.lookCount, 1)
})

test('finds changes by other nodes within a second, in several reads', async () => {
  const scene = new Scene()
  scene.assignable = Array.from({ length: 250 }, (_, index) => index + 1)
  await scene.start()
  assert.deepEqual(
    scene.rounds.toSorted((one, other) => one - other),
    scene.assignable,
  )
  assert.equal(scene.lookCount, 2)
  scene.assignable = [3]
  scene.clock.advance(500)
  await scene.settled()
  assert.equal(scene.lookCount, 3)
  assert.deepEqual(scene.rounds.slice(250), [3])
})

test('less than a second passes between two reads, however long a round takes', async () => {
  const scene = new Scene()
  await scene.start()
  const release = scene.hold()
  scene.change(7)
  scene.clock.advance(1_000)
  scene.clock.advance(300)
  release()
  await scene.settled()
  assert.equal(scene.lookCount, 2)
  scene.assignable = [3]
  scene.clock.advance(700)
  scene.clock.advance(300)
  await scene.settled()
  assert.deepEqual(scene.rounds, [7, 3])
})

test('a slow license delays no others, and has one round at a time', async () => {
  const scene = new Scene()
  await scene.start()
  const release = scene.hold()
  scene.change(1)
  await scene.settled()
  scene.held = Promise.resolve()
  for (const id of [2, 1, 3]) {
    scene.change(id)
    await scene.settled()
  }
  assert.deepEqual(scene.rounds, [1, 2, 3])
  release()
  await scene.settled()
  assert.deepEqual(scene.rounds, [1, 2, 3, 1])
})

test('a failing license delays no others, and is retried by the next read', async () => {
  const scene = new Scene()
  scene.assignable = [1, 2]
  scene.failing.add(1)
  await scene.start()
  assert.deepEqual(scene.rounds.toSorted(), [1, 2])
  assert.deepEqual(scene.logged, [1])
  scene.failing.clear()
  scene.clock.advance(500)
  await scene.settled()
  assert.deepEqual(scene.rounds.slice(2).toSorted(), [1, 2])
})
