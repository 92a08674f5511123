import assert from 'node:assert/strict'
import { type Conversation, startChat } from './conversations.js'
import type { TestEngine } from './engine.js'
import { at, has, textAt } from './json.js'
import type { Frame, RtmClient } from './rtm-client.js'
import type { Person } from './world.js'

/** Options under which tokens outlive a ban, and no customer has to write. */
export const passingOverOptions = {
  routing: { mode: 'automatic', idleAfterMs: 0, closeAfterMs: 0 },
  lifetimes: { accessTokenSeconds: 2_592_000, customerTokenSeconds: 2_592_000 },
} as const

const dayMs = 86_400_000

/** Cases in which the router passes over an agent or a chat, with the ids of the requirements that each proves. */
export const passingOverCases = [
  {
    ids: ['decisions.7.3.former'],
    title: 'an agent who has left a thread gets it back only when no other agent may take it',
    prove: async (engine: TestEngine) => {
      const world = await engine.world()
      const [ada, bob, customer] = [
        await world.agent('ada'),
        await world.agent('bob'),
        await world.customer(),
      ]
      // Gives Bob two chats, so that Ada would be next.
      for (const _ of [1, 2]) await startChat(bob)
      const desks = { ada: await ada.connect(), bob: await bob.connect() }
      const { chatId, phone } = await startChatWithPhone(customer)
      assert.equal(await waitForAssignment(phone), 'ada')
      await leaveChat(desks.ada, chatId)
      assert.equal(await waitForAssignment(phone), 'bob')
      await leaveChat(desks.bob, chatId)
      assert.equal(await waitForAssignment(phone), 'ada')
      await desks.bob.succeed('update_agent', { routing_status: 'not_accepting_chats' })
      await leaveChat(desks.ada, chatId)
      assert.equal(await waitForAssignment(phone), 'ada')
    },
  },
  {
    ids: ['decisions.7.2.banned'],
    title: 'the thread of a banned customer is passed over, and has its old queue position when the ban ends',
    prove: async (engine: TestEngine) => {
      const world = await engine.world()
      const [ada, customer] = [await world.agent('ada', { maxChatsCount: 1 }), await world.customer()]
      const { customers } = engine.parley.admin
      const [first, second] = [await startChat(customer), await startChat(await world.customer())]
      await customers.ban(customer.id, { days: 1 })
      const before = await ada.connect()
      assert.equal(await waitForAssignment(before, second.chatId), 'ada')
      engine.clock.advance(dayMs - 1)
      await before.waitForEnd()
      const third = await startChat(await world.customer())
      const desk = await ada.connect()
      await desk.succeed('close_thread', { chat_id: second.chatId })
      assert.equal(await waitForAssignment(desk, third.chatId), 'ada')
      const fourth = await startChat(await world.customer())
      engine.clock.advance(1)
      await desk.succeed('close_thread', { chat_id: third.chatId })
      assert.equal(await waitForAssignment(desk, first.chatId), 'ada')
      await desk.succeed('close_thread', { chat_id: first.chatId })
      assert.equal(await waitForAssignment(desk, fourth.chatId), 'ada')
    },
  },
  {
    ids: ['decisions.7.2.banned'],
    title: 'a thread is assigned once the host has ended the ban',
    prove: async (engine: TestEngine) => {
      const world = await engine.world()
      const [ada, customer] = [await world.agent('ada'), await world.customer()]
      const { customers } = engine.parley.admin
      const { chatId } = await startChat(customer)
      await customers.ban(customer.id, { days: 1 })
      const desk = await ada.connect()
      assert.deepEqual((await desk.settledFrames()).filter(isAssignment), [])
      await customers.unban(customer.id)
      assert.equal(await waitForAssignment(desk, chatId), 'ada')
    },
  },
] as const

/** The smallest limit on users of a thread, so that a customer and an agent reach it. */
export const crowdedOptions = { ...passingOverOptions, fixed: { limits: { usersPerThread: 2 } } } as const

/** Cases for engines with these options. */
export const crowdedCases = [
  {
    ids: ['decisions.7.2.full'],
    title: 'a full thread is passed over, and other threads are assigned',
    prove: async (engine: TestEngine) => {
      const world = await engine.world()
      const [ada, bob, customer] = [
        await world.agent('ada'),
        await world.agent('bob'),
        await world.customer(),
      ]
      const desk = await ada.connect()
      const { chatId, phone } = await startChatWithPhone(customer)
      assert.equal(await waitForAssignment(phone), 'ada')
      await leaveChat(desk, chatId)
      const other = await bob.connect()
      const refused = await desk.refuse('join_chat', { chat_id: chatId, agent_ids: [bob.id] })
      assert.match(textAt(refused, 'message'), /more than 2 users of the thread/)
      const { chatId: next } = await startChat(await world.customer())
      assert.match(await waitForAssignment(other, next), /ada|bob/)
      assert.deepEqual((await phone.settledFrames()).filter(isAssignment), [])
    },
  },
] as const

/** Starts a chat that may wait, and returns it with a connection of the customer. */
export async function startChatWithPhone(
  customer: Person,
  chat: object = {},
): Promise<Conversation & { readonly phone: RtmClient }> {
  const phone = await customer.connect()
  return { ...(await startChat(customer, chat)), phone }
}

/** Returns the name of the next agent who is assigned, as the system message in that chat states it. */
export async function waitForAssignment(client: RtmClient, chatId?: string): Promise<string> {
  const isWanted = (frame: Frame) =>
    isAssignment(frame) && (chatId === undefined || at(frame.payload, 'chat_id') === chatId)
  const frame = await client.next(isWanted, 'who was assigned')
  return textAt(frame, 'payload.event.text').replace(' was assigned to the chat', '')
}

function isAssignment({ action, payload }: Frame): boolean {
  if (action !== 'incoming_event') return false
  const event = at(payload, 'event')
  return has(event, 'system_message_type') && at(event, 'system_message_type') === 'routing.assigned'
}

async function leaveChat(desk: RtmClient, chatId: string): Promise<void> {
  await desk.succeed('remove_from_chat', { chat_id: chatId })
}
