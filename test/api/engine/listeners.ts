import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { FactEvent } from '@parley/core'
import { createTestParley } from '@parley/core/testing'
import { memoryStorage } from '@parley/storage-memory'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { forEachStorage } from '../../support/storages.js'

forEachStorage('parley.on', (storage) => {
  const suite = useEngine(storage)

  test('parley.on receives committed facts, in the order of the chat, with their sequence', async () => {
    const world = await suite.world()
    const customer = await world.customer()
    const { parley } = suite.engine
    const received: FactEvent<'incoming_chat_thread' | 'incoming_event'>[] = []
    const all = new EventTarget()
    const keep = (event: FactEvent<'incoming_chat_thread' | 'incoming_event'>) => {
      if (event.licenseId !== world.licenseId) return
      received.push(event)
      if (received.length === 3) all.dispatchEvent(new Event('complete'))
    }
    const ends = [parley.on('incoming_chat_thread', keep), parley.on('incoming_event', keep)]
    const complete = once(all, 'complete')
    const { chatId } = await startChat(customer)
    await say(customer, chatId, 'one')
    await say(customer, chatId, 'two')
    await complete
    for (const end of ends) end()
    const sequences = received.map(({ name, chatId: id, sequence }) => [name, id, sequence])
    assert.deepEqual(sequences, [
      ['incoming_chat_thread', chatId, 1],
      ['incoming_event', chatId, 2],
      ['incoming_event', chatId, 3],
    ])
    await say(customer, chatId, 'three')
    assert.equal(received.length, 3)
  })

  test('parley.on receives the pending facts when the engine closes', async () => {
    const { parley, customer, agent } = await createTestParley({ storage: memoryStorage() })
    const received: string[] = []
    parley.on('incoming_chat_thread', ({ name }) => received.push(name))
    parley.on('thread_closed', ({ name }) => received.push(name))
    const { chat } = await parley.as({ customerId: customer.id }).startChat()
    await parley.as({ agentId: agent.id }).closeThread({ chat_id: chat.id })
    await parley.close()
    assert.deepEqual(received, ['incoming_chat_thread', 'thread_closed'])
  })

  test('parley.on receives nothing for a refused request', async () => {
    const world = await suite.world()
    const customer = await world.customer()
    const { chatId } = await startChat(customer)
    const received: unknown[] = []
    const end = suite.engine.parley.on('incoming_event', (event) => received.push(event))
    await customer.web().refuse('send_event', { chat_id: chatId, event: { type: 'message', text: '' } })
    end()
    assert.deepEqual(received, [])
  })
})
