import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { defaultRates } from '../../support/rates.js'
import { sendCards } from '../../support/rich-messages.js'
import { forEachStorage } from '../../support/storages.js'

const action = 'send_rich_message_postback'

forEachStorage('the rate limit of postbacks', (storage) => {
  const suite = useEngine(storage, { rates: defaultRates })

  test('postbacks allow a burst of 20 and 5 a second for all connections of a customer, and for each customer separately', async () => {
    const world = await suite.world()
    const [customer, other] = [await world.customer(), await world.customer()]
    const [sent, others] = [await sendCards(customer), await sendCards(other)]
    const phone = await customer.connect()
    const press = async (index: number) =>
      (await customer.web().post(action, sent.postback('yes', index % 2 === 0))).status
    for (let index = 0; index < 10; index += 1) {
      await phone.succeed(action, sent.postback('no', index % 2 === 0))
    }
    const statuses = []
    for (let index = 0; index < 12; index += 1) statuses.push(await press(index))
    assert.deepEqual(statuses, [...Array(10).fill(200), 429, 429])
    const tooMany = { type: 'too_many_requests', message: 'Too many requests' }
    assert.deepEqual(await phone.refuse(action, sent.postback('no', true)), tooMany)
    await other.web().succeed(action, others.postback('yes', true))
    suite.engine.clock.advance(1_000)
    for (let index = 0; index < 5; index += 1) assert.equal(await press(index), 200)
    assert.equal(await press(5), 429)
  })
})
