import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { notCovered } from '../../support/errors.js'
import { at, listAt } from '../../support/json.js'
import { forEachDatabase } from '../../support/storages.js'
import { arrived, useTwoNodes } from '../../support/two-nodes.js'

const message = { type: 'message', text: 'Hello' }
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

forEachDatabase('scopes and properties of a chat that another node changes', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 7, duplicated: 0.5, lost: 0 })

  test('changed scopes immediately decide who may write on the other node, and are pushed there', async () => {
    const { here, there } = nodes()
    const world = await here.world()
    const customer = await world.customer()
    const agent = (await world.agent('ada', { permission: 'normal', groups: [0, 1] })).on(there)
    // Connects the agent first, so that its node receives the facts of the chat and caches it.
    const desk = await agent.connect()
    const { chatId: chat_id } = await startChat(customer, { scopes: { groups: [1] } })
    await arrived(nodes())
    await say(agent, chat_id, 'Hello')
    await arrived(nodes())
    await desk.pushes()
    const change = { chat_id, add_scopes: { groups: [2] }, remove_scopes: { groups: [1] } }
    await customer.web().succeed('update_chat_scopes', change)
    assert.deepEqual(await agent.web().refuse('send_event', { chat_id, event: message }), notCovered)
    await arrived(nodes())
    assert.deepEqual(
      (await desk.pushes()).map(({ action }) => action),
      ['chat_scopes_updated'],
    )
    await customer.web().succeed('update_chat_scopes', { chat_id, remove_scopes: { groups: [2] } })
    await agent.web().succeed('send_event', { chat_id, event: message })
  })

  test('scopes and properties are the same on both nodes after many concurrent changes', async () => {
    const { here, there } = nodes()
    const world = await here.world()
    const boss = await world.agent('boss')
    const callers = [boss.web(), boss.on(there).web()]
    const desks = await Promise.all([boss.connect(), boss.on(there).connect()])
    const { chatId: chat_id, threadId: thread_id } = await startChat(await world.customer())
    await boss.web().succeed('join_chat', { chat_id, agent_ids: [boss.id] })
    const { admin } = here.parley
    const locations = {
      chat: { agent: { read: true, write: true } },
      thread: { agent: { read: true, write: true } },
    }
    for (const index of upTo(10)) {
      const property = { licenseId: world.licenseId, namespace: 'shop', name: `n${index}` }
      await admin.properties.createOrReplace({ ...property, type: 'int', locations })
    }
    await arrived(nodes())
    for (const desk of desks) await desk.pushes()
    const all = upTo(10).flatMap((index) => {
      const caller = callers[index % 2] ?? boss.web()
      const properties = { shop: { [`n${index}`]: index } }
      return [
        caller.succeed('update_chat_scopes', { chat_id, add_scopes: { groups: [index] } }),
        caller.succeed('update_chat_properties', { chat_id, properties }),
        caller.succeed('update_chat_thread_properties', { chat_id, thread_id, properties }),
        caller.succeed('send_event', { chat_id, event: message }),
      ]
    })
    await Promise.all(all)
    await arrived(nodes())
    const shop = Object.fromEntries(upTo(10).map((index) => [`n${index}`, { value: index }]))
    for (const caller of callers) {
      const read = await caller.succeed('get_chat_threads', { chat_id, thread_ids: [thread_id] })
      assert.deepEqual(at(read, 'chat.properties.shop'), shop)
      assert.deepEqual(at(read, 'chat.threads.0.properties.shop'), shop)
      const groups = listAt(read, 'chat.scopes.groups').map(Number)
      assert.deepEqual(
        groups.toSorted((one, other) => one - other),
        upTo(10),
      )
      assert.equal(listAt(read, 'chat.threads.0.events').length, 10)
    }
    const [one, other] = await Promise.all(desks.map((desk) => desk.pushes()))
    assert.equal(one?.length, 40)
    assert.deepEqual(one, other)
  })
})
