import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { seed } from '../faults/profile.js'
import { type Conversation, startChat } from '../support/conversations.js'
import { eventually } from '../support/deadline.js'
import type { TestEngine } from '../support/engine.js'
import { has, numberAt, textAt } from '../support/json.js'
import { byProfile } from '../support/profile.js'
import { randomFrom } from '../support/random.js'
import { ReturningReader } from '../support/returning-reader.js'
import type { Frame } from '../support/rtm-client.js'
import { type BusKind, useSeveralNodes } from '../support/several-nodes.js'
import type { Person } from '../support/world.js'
import { chooseAction } from './random-actions.js'

const durationMs = byProfile({ quick: 800, full: 4_000, nightly: 60_000 })
const clockStepMs = 50
const chatCount = 3
const writersPerChat = 3
const maxPauseMs = 30
const stayMs = 200
const awayMs = 300

const everywhere = { agent: { read: true, write: true }, customer: { read: true, write: true } }
const locations = { chat: everywhere, thread: everywhere, event: everywhere }

/** One client that stays connected to each node, and one that comes and goes. */
interface Audience {
  readonly staying: readonly ReturningReader[]
  readonly returning: ReturningReader
  readonly person: Person
}

interface Scene {
  readonly engines: readonly TestEngine[]
  readonly random: () => number
  isOver: boolean
}

/**
 * Registers tests that a client that reconnects to any node receives the same pushes, in the same order and once, as a
 * client that stayed.
 */
export function testReturningReaders(busKind: BusKind): void {
  const nodes = useSeveralNodes(busKind, 3)

  test(`readers who move between nodes for ${durationMs / 1_000} s receive the same pushes as readers who stay`, async (context) => {
    const { engines } = nodes()
    const [first] = engines
    assert.ok(first)
    const world = await first.world()
    await first.parley.admin.properties.createOrReplace({
      ...{ licenseId: world.licenseId, namespace: 'shop', name: 'color', type: 'string', locations },
    })
    const timer = setInterval(() => {
      for (const { clock } of engines) clock.advance(clockStepMs)
    }, clockStepMs)
    const scene: Scene = { engines, random: randomFrom(seed), isOver: false }
    try {
      const [agent, colleague] = [await world.agent('ada'), await world.agent('bob')]
      const customers: Person[] = []
      while (customers.length < chatCount) customers.push(await world.customer())
      // Before the chats start: the bus may take a start to another node later than a reader logs in there.
      const audiences = await Promise.all(
        [agent, ...customers].map((person) => connectAudience(scene, person)),
      )
      const chats: (Conversation & { readonly customer: Person })[] = []
      for (const customer of customers) chats.push({ customer, ...(await startChat(customer)) })
      const writing = chats.flatMap(({ customer, chatId, threadId }) => {
        const ids = { chatId, threadId, colleagueId: colleague.id }
        return Array.from({ length: writersPerChat }, () => write(scene, [agent, customer], ids))
      })
      const moving = audiences.map((audience) => reconnectOften(scene, audience))
      await pause(durationMs)
      scene.isOver = true
      const changeCount = (await Promise.all(writing)).reduce((sum, count) => sum + count, 0)
      await Promise.all(moving)
      for (const audience of audiences) await requireSamePushes(audience)
      const returnCount = audiences.reduce((sum, { returning }) => sum + returning.returnCount, 0)
      context.diagnostic(`${changeCount} changes, ${returnCount} returns, seed ${seed}`)
      assert.ok(changeCount > 0 && returnCount > 0)
      for (const { staying, returning } of audiences) {
        for (const reader of [...staying, returning]) await reader.leave()
      }
    } finally {
      scene.isOver = true
      clearInterval(timer)
    }
  })
}

async function connectAudience({ engines }: Scene, person: Person): Promise<Audience> {
  const [staying, returning] = await Promise.all([
    Promise.all(engines.map((engine) => ReturningReader.connect(person.on(engine)))),
    ReturningReader.connect(person),
  ])
  return { staying, returning, person }
}

function pick<T>({ random }: Scene, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)]
  assert.ok(value !== undefined)
  return value
}

/** Actions that may be refused because another user was faster. */
const racingActions = ['close_thread', 'join_chat', 'remove_from_chat', 'update_chat_thread_properties']

/** Makes random changes and returns their number. */
async function write(
  scene: Scene,
  people: readonly Person[],
  ids: { chatId: string; threadId: string; readonly colleagueId: string },
): Promise<number> {
  let count = 0
  while (!scene.isOver) {
    const person = pick(scene, people)
    const [action, payload] = chooseAction(scene.random, person.api, ids)
    const { status, body } = await person.on(pick(scene, scene.engines)).web().post(action, payload)
    const isExpected = status === 200 || (status === 400 && racingActions.includes(action))
    assert.ok(isExpected, `${action}: ${status} ${JSON.stringify(body)}`)
    if (status === 200) count += 1
    if (status === 200 && has(body, 'thread_id')) ids.threadId = textAt(body, 'thread_id')
    await pause(scene.random() * maxPauseMs)
  }
  return count
}

async function reconnectOften(scene: Scene, { returning, person }: Audience): Promise<void> {
  while (!scene.isOver) {
    await pause(stayMs * (1 + scene.random()))
    await returning.move(person.on(pick(scene, scene.engines)), scene.random() * awayMs)
  }
}

async function requireSamePushes({ staying, returning }: Audience): Promise<void> {
  const [one, ...others] = staying
  assert.ok(one)
  await eventually(async () => {
    const expected = sequencedPushesOf(one)
    for (const other of others) assert.deepEqual(sequencedPushesOf(other), expected)
    // The client cannot catch up on a chat that it did not know before it disconnected.
    for (const [chatId, pushes] of sequencedPushesOf(returning)) {
      assert.deepEqual(pushes, expected.get(chatId)?.slice(-pushes.length))
    }
    assert.equal(sequencedPushesOf(returning).size, expected.size)
  })
}

/** Returns the pushes with a sequence, by chat. */
function sequencedPushesOf({ frames }: ReturningReader): ReadonlyMap<string, readonly string[]> {
  const pushesByChat = new Map<string, string[]>()
  for (const push of frames.filter((frame) => has(frame, 'sequence'))) {
    const chatId = chatOf(push)
    const pushes = pushesByChat.get(chatId) ?? []
    pushesByChat.set(chatId, pushes)
    pushes.push(`${numberAt(push, 'sequence')} ${push.action} ${JSON.stringify(push.payload)}`)
  }
  return pushesByChat
}

function chatOf(push: Frame): string {
  return has(push.payload, 'chat_id') ? textAt(push, 'payload.chat_id') : textAt(push, 'payload.chat.id')
}
