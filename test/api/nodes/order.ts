import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { at, listAt, numberAt, textAt } from '../../support/json.js'
import type { RtmClient } from '../../support/rtm-client.js'
import { forEachDatabase } from '../../support/storages.js'
import { type TwoNodes, useTwoNodes } from '../../support/two-nodes.js'

const messagesPerSender = 25
const chatCount = 4

interface Scene {
  readonly nodes: TwoNodes
  readonly chatIds: readonly string[]
  readonly threadIds: readonly string[]
  /** Clients on both nodes that receive every push. */
  readonly clients: readonly RtmClient[]
  /** Acknowledged messages, by chat. */
  readonly acknowledged: ReadonlyMap<string, readonly string[]>
}

/** Lets a customer and an agent, each on their own node, write to several chats at the same time. */
async function sendFromAll(nodes: TwoNodes): Promise<Scene> {
  const { here, there } = nodes
  const world = await here.world()
  const [customer, agent] = [await world.customer(), await world.agent('ada')]
  const [phone, desk] = [await customer.connect(), await agent.on(there).connect()]
  const [tablet, laptop] = [await customer.on(there).connect(), await agent.connect()]
  const chats = await Promise.all(Array.from({ length: chatCount }, () => startChat(customer)))
  const acknowledged = new Map<string, readonly string[]>()
  const say = async (client: RtmClient, chatId: string, text: string) => {
    const answer = await client.succeed('send_event', { chat_id: chatId, event: { type: 'message', text } })
    acknowledged.set(chatId, [...(acknowledged.get(chatId) ?? []), textAt(answer, 'event.id')])
  }
  const speak = async (client: RtmClient, name: string) => {
    for (let index = 0; index < messagesPerSender; index += 1) {
      await Promise.all(chats.map(({ chatId }) => say(client, chatId, `${name} ${index}`)))
    }
  }
  await Promise.all([speak(phone, 'customer'), speak(desk, 'agent')])
  const chatIds = chats.map(({ chatId }) => chatId)
  const threadIds = chats.map(({ threadId }) => threadId)
  return { nodes, chatIds, threadIds, clients: [phone, desk, tablet, laptop], acknowledged }
}

/** Returns the orders of the messages of a chat that a client was pushed. The storage assigns the orders. */
function pushedOrders(frames: readonly { readonly [name: string]: unknown }[], chatId: string) {
  return frames
    .filter((frame) => frame.type === 'push' && frame.action === 'incoming_event')
    .filter((frame) => textAt(frame, 'payload.chat_id') === chatId)
    .map((frame) => numberAt(frame, 'payload.event.order'))
}

async function storedIds({ clients, chatIds, threadIds }: Scene, index: number): Promise<readonly string[]> {
  const [phone] = clients
  const read = await phone?.succeed('get_chat_threads', {
    chat_id: chatIds[index],
    thread_ids: [threadIds[index]],
  })
  return listAt(read, 'chat.threads.0.events').map((event) => textAt(event, 'id'))
}

const everyOrder = Array.from({ length: 2 * messagesPerSender }, (_, index) => index + 1)

forEachDatabase('two nodes, on a slow bus that delivers facts twice', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 1, duplicated: 0.2, lost: 0 })

  test('every session receives the pushes of each chat completely, once, and in the order of its commits', async () => {
    const scene = await sendFromAll(nodes())
    while (scene.nodes.network.waitingCount > 0) await new Promise((resolve) => setImmediate(resolve))
    for (const client of scene.clients) {
      const frames = await client.settledFrames()
      for (const chatId of scene.chatIds) assert.deepEqual(pushedOrders(frames, chatId), everyOrder)
    }
  })
})

forEachDatabase('two nodes, on a bus that loses facts', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 2, duplicated: 0.1, lost: 0.1 })

  test('pushes arrive in order and at most once, and reads return everything', async () => {
    const { here, there } = nodes()
    // The nodes wait for lost messages, so time has to pass.
    const moving = setInterval(() => [here, there].map(({ clock }) => clock.advance(50)), 5)
    const scene = await sendFromAll(nodes())
    while (scene.nodes.network.waitingCount > 0) await new Promise((resolve) => setImmediate(resolve))
    clearInterval(moving)
    for (const { clock } of [here, there]) clock.advance(300)
    assert.ok(scene.nodes.network.lostCount > 0)
    for (const client of scene.clients) {
      const frames = await client.settledFrames()
      for (const chatId of scene.chatIds) {
        const orders = pushedOrders(frames, chatId)
        assert.ok(orders.length > 0)
        assert.deepEqual(
          orders,
          [...new Set(orders)].toSorted((one, other) => one - other),
        )
      }
    }
    for (const [index, chatId] of scene.chatIds.entries()) {
      const stored = await storedIds(scene, index)
      assert.equal(stored.length, everyOrder.length)
      assert.deepEqual(stored.toSorted(), scene.acknowledged.get(chatId)?.toSorted())
    }
    assert.equal(at(await scene.clients[0]?.call('ping'), 'success'), true)
  })
})
