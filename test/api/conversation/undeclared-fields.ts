import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'

forEachStorage('undeclared fields of events and pages', (storage) => {
  const suite = useEngine(storage)

  test('a choice field of a form ignores an undeclared value and keeps its options', async () => {
    const customer = await (await suite.world()).customer()
    const { chatId } = await startChat(customer)
    const options = [{ label: 'a', value: 'b', checked: true }]
    const radio = { type: 'radio', name: 'n', label: 'l', required: false, options }
    const event = { type: 'filled_form', fields: [{ ...radio, value: { nested: [1, 2] } }] }
    const sent = await customer.web().succeed('send_event', { chat_id: chatId, event })
    assert.deepEqual(at(sent, 'event.fields'), [radio])
  })

  test('update_customer ignores the referrer of a page', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    const page = { url: 'https://shop.example/', referrer: { evil: [1] } }
    await customer.web().succeed('update_customer', { monitoring: { page } })
    const read = await agent.web().succeed('get_chat_threads', { chat_id: chatId })
    assert.equal(at(read, 'chat.id'), chatId)
    assert.equal(JSON.stringify(read).includes('evil'), false)
  })
})
