import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { scripted } from '../../test/scripted.js'
import { Background } from '../background/background.js'
import { SteadyClock } from '../clock/steady-clock.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { ChatCaller } from '../domain/caller.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { StorageReads } from '../ports/storage.js'
import type { QueueFront, RoutingReads } from '../ports/stores/routing.js'
import type { PushTarget } from '../push/push-target.js'
import { QueuePositions } from './queue-positions.js'

const empty: QueueFront = { positions: [], isAccepting: false }

/** Queues that the test sets, and the connections that receive positions. */
class Scene {
  readonly clock = new VirtualClock(0)
  readonly logged: unknown[] = []
  /** License of each read. */
  readonly reads: number[] = []
  readonly lines = new Map<number, QueueFront>()
  readonly failing = new Set<number>()
  readonly positions: QueuePositions

  constructor() {
    const { clock, logged } = this
    const failures = scripted<FailureLog>({
      write: (message, _type, fields) => void logged.push([message, fields?.licenseId]),
    })
    const background = new Background({ clock, failures })
    const routing = scripted<RoutingReads>({ getQueueFront: async (licenseId) => this.#read(licenseId) })
    const read = scripted<StorageReads>({ routing })
    const steady = new SteadyClock(clock)
    this.positions = new QueuePositions({ read, clock, steady, failures })
    background.add(this.positions)
    background.startJobs()
  }

  /** Sets the queue of license 1: these customers, in this order, each in a chat named after them. */
  wait(customerIds: readonly (string | null)[], isAccepting = false): void {
    const positions = customerIds.map((customerId) => ({
      ...{ chatId: `chat of ${customerId}`, customerId, waitingSince: 0 },
    }))
    this.lines.set(1, { positions, isAccepting })
  }

  /** Short descriptions of the received pushes. */
  connect(customerId: string, licenseId = 1): { readonly target: PushTarget; readonly heard: string[] } {
    const heard: string[] = []
    const principal = { kind: 'customer', id: customerId, licenseId, clientId: null } as const
    const caller: ChatCaller = { api: 'customer', version: 'v0.5', principal }
    const target = scripted<PushTarget>({
      caller,
      push: ({ text }) => {
        const { chat_id, queue } = JSON.parse(text).payload
        heard.push([chat_id, queue.position, queue.wait_seconds, queue.accepting_chats].join(' '))
      },
    })
    this.positions.add(target)
    return { target, heard }
  }

  async pass(ms: number): Promise<void> {
    this.clock.advance(ms)
    for (let turn = 0; turn < 10; turn += 1) await nextTurn()
  }

  #read(licenseId: number): QueueFront {
    this.reads.push(licenseId)
    if (this.failing.has(licenseId)) throw new Error('a fault')
    return this.lines.get(licenseId) ?? empty
  }
}

test('reads nothing when no connection asks, or none is left', async () => {
  const scene = new Scene()
  await scene.pass(60_000)
  const { target } = scene.connect('casey')
  await scene.pass(1_000)
  assert.deepEqual(scene.reads, [1])
  scene.positions.remove(target)
  await scene.pass(60_000)
  assert.deepEqual(scene.reads, [1])
})

test('reads a queue once in five seconds, however many connections come and go', async () => {
  const scene = new Scene()
  scene.wait(['casey', 'kim'])
  const [casey, kim] = [scene.connect('casey'), scene.connect('kim')]
  for (let second = 0; second < 11; second += 1) {
    await scene.pass(1_000)
    scene.positions.remove(casey.target)
    scene.positions.add(casey.target)
    scene.positions.remove(kim.target)
    if (second % 2 === 0) scene.positions.add(kim.target)
  }
  assert.deepEqual(scene.reads, [1, 1, 1])
})

test('pushes each customer their own position, and again when the position or acceptance changes', async () => {
  const scene = new Scene()
  scene.wait(['stranger', null, 'casey', 'kim'])
  const [casey, kim] = [scene.connect('casey'), scene.connect('kim')]
  await scene.pass(1_000)
  await scene.pass(5_000)
  assert.deepEqual(casey.heard.splice(0), ['chat of casey 3 1 false'])
  assert.deepEqual(kim.heard.splice(0), ['chat of kim 4 1 false'])
  scene.wait(['casey', 'stranger', null, 'kim'])
  await scene.pass(5_000)
  assert.deepEqual(casey.heard.splice(0), ['chat of casey 1 11 false'])
  scene.wait(['casey', 'stranger', null, 'kim'], true)
  await scene.pass(5_000)
  assert.deepEqual([...casey.heard, ...kim.heard], ['chat of casey 1 16 true', 'chat of kim 4 16 true'])
})

test('pushes the position again when a chat waits again, even if it is the same', async () => {
  const scene = new Scene()
  scene.wait(['casey'])
  const { heard } = scene.connect('casey')
  await scene.pass(1_000)
  scene.wait([])
  await scene.pass(5_000)
  scene.wait(['casey'])
  await scene.pass(5_000)
  assert.deepEqual(heard, ['chat of casey 1 1 false', 'chat of casey 1 11 false'])
})

test('a connection that is added later gets its own push', async () => {
  const scene = new Scene()
  scene.wait(['casey'])
  const phone = scene.connect('casey')
  await scene.pass(1_000)
  const desk = scene.connect('casey')
  await scene.pass(5_000)
  assert.equal(phone.heard.length, 1)
  assert.deepEqual(desk.heard, ['chat of casey 1 6 false'])
})

test('a queue that cannot be read delays no others, and is read again when it is due', async () => {
  const scene = new Scene()
  scene.wait(['casey'])
  scene.failing.add(2)
  scene.connect('kim', 2)
  const { heard } = scene.connect('casey')
  await scene.pass(1_000)
  assert.equal(heard.length, 1)
  assert.deepEqual(scene.logged, [['Queue positions could not be pushed', 2]])
  await scene.pass(1_000)
  assert.deepEqual(scene.reads, [2, 1])
  await scene.pass(4_000)
  assert.deepEqual(scene.reads, [2, 1, 2, 1])
})

test('a failing connection does not keep others from receiving their position', async () => {
  const scene = new Scene()
  scene.wait(['casey', 'kim'])
  const { target } = scene.connect('casey')
  Object.assign(target, {
    push: () => {
      throw new Error('a fault')
    },
  })
  const { heard } = scene.connect('kim')
  await scene.pass(1_000)
  assert.equal(heard.length, 1)
  assert.deepEqual(scene.logged, [['A push to a connection failed', 1]])
})
