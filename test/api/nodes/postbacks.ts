import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { at } from '../../support/json.js'
import { sendCards, toggledBy } from '../../support/rich-messages.js'
import { forEachDatabase } from '../../support/storages.js'
import { useTwoNodes } from '../../support/two-nodes.js'

const action = 'send_rich_message_postback'

forEachDatabase('postbacks on two nodes at once', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 4, duplicated: 0, lost: 0 })

  test('concurrent postbacks on two nodes are all kept, and pushed on both in the order of their commits', async () => {
    const { here, there, network } = nodes()
    const customer = await (await here.world()).customer()
    const phones = [await customer.connect(), await customer.on(there).connect()]
    const settled = async () => {
      while (network.waitingCount > 0) await new Promise((resolve) => setImmediate(resolve))
      return Promise.all(phones.map((phone) => phone.settledFrames()))
    }
    const sent = await sendCards(customer)
    await settled()
    const messages = Array.from({ length: 30 }, (_, index) => ({
      person: index % 2 === 0 ? customer : customer.on(there),
      postback: sent.postback(index % 3 === 0 ? 'no' : 'yes', index % 4 < 3),
    }))
    await Promise.all(messages.map(({ person, postback }) => person.web().succeed(action, postback)))
    const [first = [], second] = (await settled()).map((frames) =>
      frames.map((frame) => at(frame, 'payload.postback')),
    )
    assert.ok(first.length > 1)
    assert.deepEqual(first, second)
    const last = (id: string) => first.findLast((postback) => at(postback, 'id') === id)
    const users = (id: string) => (Object(last(id)).toggled === true ? [customer.id] : [])
    const request = { chat_id: sent.chatId, thread_ids: [sent.threadId] }
    for (const person of [customer, customer.on(there)]) {
      const read = await person.web().succeed('get_chat_threads', request)
      const event = at(read, 'chat.threads.0.events.0')
      assert.deepEqual(toggledBy(event), [users('yes'), users('no'), users('yes'), []])
    }
  })
})
