import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { at, textAt } from '../../support/json.js'
import { useOutbox } from '../../support/outbox.js'
import { forEachStorage } from '../../support/storages.js'
import { arrived, useTwoNodes } from '../../support/two-nodes.js'

forEachStorage('webhooks that are set on another node', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 7, duplicated: 0.5, lost: 0 })
  const outbox = useOutbox({
    get engine() {
      return nodes().here
    },
  })

  test('webhooks fire for events on this node once their fact arrives, until they are unregistered', async () => {
    const { here, there } = nodes()
    const world = await here.world()
    const ada = await world.agent('ada')
    const customer = (await world.customer()).on(there)
    // Connects a client to each node, so that both nodes receive the facts of the chat without waiting for earlier
    // ones.
    await Promise.all([customer.connect(), customer.on(here).connect()])
    const { chatId } = await startChat(customer)
    await arrived(nodes())
    const web = ada.configuration()
    const bot = { name: 'Botty', status: 'offline' }
    const created = await web.succeed('agents/create_bot_agent', bot)
    const id = textAt(created, 'bot_agent_id')
    await ada.web().succeed('join_chat', { chat_id: chatId, agent_ids: [id] })
    await arrived(nodes())
    await say(customer, chatId, 'not received')
    const webhooks = { url: 'https://hooks.example/', secret_key: 'x', actions: [{ name: 'incoming_event' }] }
    await web.succeed('agents/update_bot_agent', { id, webhooks })
    await arrived(nodes())
    await say(customer, chatId, 'received')
    const texts = (await outbox.ofBot(id)).map((delivery) => at(delivery, 'data.event.text'))
    assert.deepEqual(texts, ['received'])
    const none = { ...webhooks, actions: [] }
    await web.succeed('agents/update_bot_agent', { id, webhooks: none })
    await arrived(nodes())
    await say(customer, chatId, 'not received')
    assert.deepEqual(await outbox.ofBot(id), [])
  })
})
