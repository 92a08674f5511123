import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { eventually } from '../../support/deadline.js'
import { banned } from '../../support/errors.js'
import { endingWithinAMinute } from '../../support/minute.js'
import { pushFrame } from '../../support/rtm-client.js'
import { forEachDatabase } from '../../support/storages.js'
import { useTwoNodes } from '../../support/two-nodes.js'

const disconnected = pushFrame('customer_disconnected', { reason: 'customer_banned' })

forEachDatabase('a customer who is banned on another node', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 5, duplicated: 0.5, lost: 0 })

  test('a banned customer loses its sessions and is refused on both nodes, and all agents receive the push', async () => {
    const { here, there } = nodes()
    const world = await here.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const phones = [await customer.connect(), await customer.on(there).connect()]
    const desk = await agent.on(there).connect()
    await customer.on(there).web().succeed('get_chats_summary')
    const request = { customer_id: customer.id, ban: { days: 2 } }
    await agent.web().succeed('ban_customer', request)
    for (const phone of phones) {
      assert.deepEqual(await phone.framesUntilEnd(), [disconnected])
      assert.equal((await phone.waitForEnd()).code, 4003)
    }
    assert.deepEqual(await desk.push('customer_banned'), request)
    for (const node of [here, there]) {
      assert.deepEqual(await customer.on(node).web().refuse('get_chats_summary'), banned)
    }
  })

  test('the customer is free on both nodes after the host ends the ban on one', async () => {
    const { here, there } = nodes()
    const world = await here.world()
    const customer = await world.customer()
    const { customers } = here.parley.admin
    await customers.ban(customer.id, { days: 2 })
    const web = customer.on(there).web()
    assert.deepEqual(await web.refuse('get_chats_summary'), banned)
    await customers.unban(customer.id)
    // The test clock does not advance, so cached data does not expire.
    await eventually(async () => void (await web.succeed('get_chats_summary')))
  })
})

forEachDatabase('a customer who is banned on another node, while the bus loses facts', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 6, duplicated: 0, lost: 1 })

  test('a banned customer loses an idle session within a minute, even when the fact is lost', async () => {
    const { here, there } = nodes()
    const world = await here.world()
    const customer = await world.customer()
    const idle = await customer.on(there).connect()
    await here.parley.admin.customers.ban(customer.id, { days: 1 })
    assert.equal((await endingWithinAMinute(there, idle)).code, 4003)
    assert.deepEqual(idle.frames.at(-1), disconnected)
  })
})
