import assert from 'node:assert/strict'
import { startChat } from './conversations.js'
import { eventually, within } from './deadline.js'
import { startSeconds, type TestEngine } from './engine.js'
import { at, listAt, textAt } from './json.js'
import type { RtmClient } from './rtm-client.js'
import type { Person } from './world.js'

const graceMs = 10_000

/** Options with a grace period that is shorter than the lifetime of customers' connections. */
export const departureOptions = {
  routing: { mode: 'automatic' },
  rtm: { reconnectGraceMs: graceMs },
} as const

/** Cases of the decision on presence, with the ids of the requirements that each proves. */
export const departureCases = [
  {
    ids: ['decisions.7.10.leaves', 'decisions.7.10.no_push'],
    title:
      'an agent who is away for longer than the grace period is logged out, and the chat is assigned to another',
    prove: async (engine: TestEngine) => {
      const { ada, bob, desk, phone, chatId } = await startServedChat(engine)
      const other = await bob.connect()
      await disconnect(engine, desk, ada)
      await advance(engine, graceMs - 1)
      assert.deepEqual(await phone.pushes(), [])
      const offline = waitForFact(engine, 'agent_went_offline', ada)
      await advance(engine, 1)
      await offline
      await expectHandover(phone, ada, bob)
      const names = async () => (await other.pushes()).map(({ action }) => action)
      const left = ['chat_users_updated', 'incoming_event']
      await eventually(async () => assert.deepEqual(await readAgents(bob, chatId), [bob.id]))
      assert.deepEqual(await names(), [...left, ...left])
    },
  },
  {
    ids: ['decisions.7.10.grace', 'decisions.7.10.status'],
    title: 'an agent who is back within the grace period keeps the chats, and nothing is pushed',
    prove: async (engine: TestEngine) => {
      const { ada, desk, phone, chatId } = await startServedChat(engine)
      await desk.succeed('update_agent', { routing_status: 'not_accepting_chats' })
      await disconnect(engine, desk, ada)
      await advance(engine, graceMs - 1)
      const again = await ada.open()
      const login = await again.succeed('login', { token: ada.token, reconnect: true })
      assert.equal(at(login, 'my_profile.routing_status'), 'not_accepting_chats')
      await advance(engine, 2 * graceMs)
      assert.deepEqual(await phone.pushes(), [])
      assert.deepEqual(await readAgents(ada, chatId), [ada.id])
      await disconnect(engine, again, ada)
      await advance(engine, graceMs)
      await expectLeft(phone, ada)
    },
  },
  {
    ids: ['decisions.7.10.connections'],
    title: 'the first of two connections that ends changes nothing',
    prove: async (engine: TestEngine) => {
      const { ada, desk, phone, chatId } = await startServedChat(engine)
      const tablet = await ada.connect()
      await desk.close()
      await advance(engine, 2 * graceMs)
      await tablet.succeed('ping')
      assert.deepEqual(await phone.pushes(), [])
      assert.deepEqual(await readAgents(ada, chatId), [ada.id])
      await disconnect(engine, tablet, ada)
      await advance(engine, graceMs)
      await expectLeft(phone, ada)
    },
  },
  {
    ids: ['decisions.7.10.immediate'],
    title: 'an agent whom the host logs out leaves immediately, and goes offline once',
    prove: async (engine: TestEngine) => {
      const { ada, bob, phone } = await startServedChat(engine)
      await bob.connect()
      const offline: unknown[] = []
      engine.parley.on('agent_went_offline', ({ payload }) => offline.push(payload.agent_id))
      await engine.parley.admin.agents.logOut(ada.id)
      await expectHandover(phone, ada, bob)
      await eventually(async () => assert.deepEqual(offline, [ada.id]))
      await engine.parley.admin.agents.logOut(ada.id)
      await advance(engine, graceMs)
      assert.deepEqual(offline, [ada.id])
    },
  },
  {
    ids: ['decisions.7.10.others'],
    title: 'a thread with another agent does not wait, and stays with that agent',
    prove: async (engine: TestEngine) => {
      const { ada, bob, desk, phone, chatId } = await startServedChat(engine)
      await bob.connect()
      await bob.web().succeed('join_chat', { chat_id: chatId, agent_ids: [bob.id] })
      await phone.push('chat_users_updated')
      const offline = waitForFact(engine, 'agent_went_offline', ada)
      await disconnect(engine, desk, ada)
      await advance(engine, graceMs)
      await offline
      assert.deepEqual((await phone.pushes()).map(removedIds), [[ada.id]])
      assert.deepEqual(await readAgents(bob, chatId), [bob.id])
    },
  },
  {
    ids: ['decisions.7.10.old_position'],
    title: 'a thread that waits again has its old queue position',
    prove: async (engine: TestEngine) => {
      const { world, ada, desk, phone, chatId } = await startServedChat(engine, { maxChatsCount: 1 })
      await advance(engine, 1_000)
      const later = await world.customer()
      const second = await startChat(later)
      await disconnect(engine, desk, ada)
      await advance(engine, graceMs)
      await expectLeft(phone, ada)
      const kim = await world.agent('kim', { maxChatsCount: 1 })
      await kim.connect()
      await expectAssigned(phone, kim)
      assert.deepEqual(await readAgents(kim, second.chatId), [])
      assert.deepEqual(await readAgents(kim, chatId), [kim.id])
    },
  },
  {
    ids: ['decisions.7.10.not_accepting'],
    title: 'an agent who does not accept chats keeps the current ones and gets no new ones',
    prove: async (engine: TestEngine) => {
      const { world, ada, bob, desk, phone, chatId } = await startServedChat(engine)
      await desk.succeed('update_agent', { routing_status: 'not_accepting_chats' })
      const later = await world.customer()
      const handset = await later.connect()
      const second = await startChat(later)
      await bob.connect()
      await handset.push('incoming_chat_thread')
      await expectAssigned(handset, bob)
      assert.deepEqual(await readAgents(ada, second.chatId), [bob.id])
      assert.deepEqual(await phone.pushes(), [])
      assert.deepEqual(await readAgents(ada, chatId), [ada.id])
    },
  },
  {
    ids: ['decisions.7.10.default'],
    title: 'an agent who logs in accepts chats, whatever the status was before',
    prove: async (engine: TestEngine) => {
      const { ada, desk, phone } = await startServedChat(engine)
      await desk.succeed('update_agent', { routing_status: 'not_accepting_chats' })
      await disconnect(engine, desk, ada)
      await advance(engine, graceMs)
      await expectLeft(phone, ada)
      const back = await ada.open()
      const login = await back.succeed('login', { token: ada.token })
      assert.equal(at(login, 'my_profile.routing_status'), 'accepting_chats')
      await expectAssigned(phone, ada)
    },
  },
  {
    ids: ['decisions.16.21.grace'],
    title: 'a changed system clock logs no agent out early',
    prove: async (engine: TestEngine) => {
      const { ada, desk, phone, chatId } = await startServedChat(engine)
      engine.clock.stepWallClock(3_600_000)
      await disconnect(engine, desk, ada)
      engine.clock.stepWallClock(-2 * 3_600_000)
      await advance(engine, graceMs / 2)
      engine.clock.stepWallClock(2 * 3_600_000)
      await advance(engine, graceMs / 4)
      assert.deepEqual(await phone.pushes(), [])
      assert.deepEqual(await readAgents(ada, chatId), [ada.id])
      await advance(engine, graceMs / 2)
      await expectLeft(phone, ada)
      engine.clock.stepWallClock(-3_600_000)
    },
  },
] as const

/** Proves that only one of two nodes logs agents out when both find them gone. */
export async function proveOneLogsOut(here: TestEngine, there: TestEngine): Promise<void> {
  const { world, ada, bob, desk, phone, chatId, threadId } = await startServedChat(here)
  const offline: unknown[] = []
  const nodes = [here, there]
  for (const { parley } of nodes)
    parley.on('agent_went_offline', ({ payload }) => offline.push(payload.agent_id))
  await disconnect(here, desk, ada)
  for (const node of nodes) await advance(node, graceMs)
  await expectLeft(phone, ada)
  await eventually(async () => assert.deepEqual(offline, [ada.id]))
  assert.deepEqual(await readAgents(bob, chatId), [])
  // Neither node has any work left after this.
  const customer = await world.customer()
  await bob.on(there).connect()
  await startChat(customer)
  await expectAssigned(phone, bob)
  const thread = await bob.web().succeed('get_chat_threads', { chat_id: chatId, thread_ids: [threadId] })
  const types = listAt(thread, 'chat.threads.0.events').map((event) => at(event, 'system_message_type'))
  assert.deepEqual(types, ['routing.assigned', 'routing.unassigned', 'routing.assigned'])
  assert.deepEqual(offline, [ada.id])
  await advanceBriefly(nodes)
}

/** Proves that other nodes notice a node that no longer renews its lease, because its clock stands still. */
export async function proveDeadNodeIsDetected(here: TestEngine, there: TestEngine): Promise<void> {
  const { ada, bob, phone, chatId } = await startServedChat(here)
  const other = await bob.on(there).connect()
  const missed = waitForFact(there, 'agents_disconnected', ada)
  // Advances in steps of one second, so that the node renews its own lease.
  for (let second = 0; second < 3; second += 1) await advance(there, 1_000)
  await missed
  const offline = waitForFact(there, 'agent_went_offline', ada)
  for (let second = 3; second < graceMs / 1_000; second += 1) {
    assert.deepEqual(await phone.pushes(), [])
    await advance(there, 1_000)
  }
  await offline
  await expectLeft(phone, ada)
  // The router looks once a second.
  await eventually(async () => {
    await advance(there, 1_000)
    assert.deepEqual(await readAgents(bob, chatId), [bob.id])
  })
  await expectAssigned(phone, bob)
  await other.succeed('ping')
  await advanceBriefly([here, there])
}

/** Advances the clocks, so that nodes publish what they have held back until they knew of earlier commits. */
async function advanceBriefly(nodes: readonly TestEngine[]): Promise<void> {
  for (const node of nodes) await advance(node, 1_000)
}

/** Creates a customer whose chat Ada serves. Ada has a connection; Bob has none. */
async function startServedChat(engine: TestEngine, traits: { readonly maxChatsCount?: number } = {}) {
  const world = await engine.world()
  const [ada, bob] = [await world.agent('ada', traits), await world.agent('bob')]
  const customer = await world.customer()
  const [desk, phone] = [await ada.connect(), await customer.connect()]
  const { chatId, threadId } = await startChat(customer)
  await phone.push('incoming_chat_thread')
  await expectAssigned(phone, ada)
  return { world, ada, bob, customer, desk, phone, chatId, threadId }
}

/** Drops the connection without a close frame and waits until the engine has noticed. */
async function disconnect(engine: TestEngine, desk: RtmClient, agent: Person): Promise<void> {
  await waitUntilConnected(engine, agent)
  const disconnected = waitForFact(engine, 'agents_disconnected', agent)
  await desk.close()
  await disconnected
}

/**
 * Resolves once the connection of the user is stored with an unexpired lease, after the node has caught up with its
 * clock.
 */
async function waitUntilConnected(engine: TestEngine, { id }: Person): Promise<void> {
  const storage = engine.openStorage()
  await storage.open()
  try {
    await eventually(async () => {
      // Works whatever the wall clock was set to.
      const now = startSeconds * 1_000 + engine.clock.monotonic()
      assert.ok((await storage.read.nodes.listActive(now)).length > 0)
      assert.equal((await storage.read.agents.get(id))?.onlineUntil, 'forever')
    })
  } finally {
    await storage.close()
  }
}

/** Resolves once a commit of that node mentions the agent. */
function waitForFact(
  { parley }: TestEngine,
  name: 'agents_disconnected' | 'agent_went_offline',
  { id }: Person,
): Promise<void> {
  const received = new Promise<void>((resolve) => {
    const end = parley.on(name, ({ payload }) => {
      const ids = 'agent_ids' in payload ? payload.agent_ids : [payload.agent_id]
      if (!ids.includes(id)) return
      end()
      resolve()
    })
  })
  return within(received, () => `${name} of ${id}`)
}

/** Advances the clock and lets the work that is due begin. */
async function advance({ clock, parley }: TestEngine, ms: number): Promise<void> {
  clock.advance(ms)
  for (let turn = 0; turn < 3; turn += 1) await parley.health()
}

async function expectLeft(phone: RtmClient, agent: Person): Promise<void> {
  assert.deepEqual(removedIds({ payload: await phone.push('chat_users_updated') }), [agent.id])
  const event = at(await phone.push('incoming_event'), 'event')
  assert.equal(at(event, 'system_message_type'), 'routing.unassigned')
}

async function expectAssigned(phone: RtmClient, agent: Person): Promise<void> {
  const joined = await phone.push('chat_users_updated')
  assert.equal(textAt(joined, 'updated_users.added.0.id'), agent.id)
  const event = at(await phone.push('incoming_event'), 'event')
  assert.equal(at(event, 'system_message_type'), 'routing.assigned')
}

async function expectHandover(phone: RtmClient, from: Person, to: Person): Promise<void> {
  await expectLeft(phone, from)
  await expectAssigned(phone, to)
}

function removedIds({ payload }: { readonly payload?: unknown }): readonly unknown[] {
  return listAt(payload, 'updated_users.removed_ids')
}

/** Returns the agents who are in the chat. */
async function readAgents(reader: Person, chatId: string): Promise<readonly unknown[]> {
  const { chat } = Object(await reader.web().succeed('get_chat_threads', { chat_id: chatId }))
  const present = listAt(chat, 'users').filter((user) => at(user, 'present') === true)
  return present.filter((user) => at(user, 'type') === 'agent').map((user) => at(user, 'id'))
}
