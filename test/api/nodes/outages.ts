import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { numberAt, textAt } from '../../support/json.js'
import { endingWithin } from '../../support/minute.js'
import { forEachDatabase } from '../../support/storages.js'
import { useTwoNodes } from '../../support/two-nodes.js'

const locations = { event: { agent: { read: true, write: true } } }
const message = { type: 'message', text: 'Hello', properties: { shop: { color: 'red' } } }

forEachDatabase('two nodes after an outage of the bus', (storage) => {
  const network = { seed: 6, duplicated: 0, lost: 0 }
  const nodes = useTwoNodes(storage, network, { expectsErrors: true })

  async function whileAway(work: () => Promise<unknown>): Promise<void> {
    nodes().network.disconnect()
    await work()
    nodes().network.reconnect()
  }

  for (const kind of ['agent', 'customer'] as const) {
    test(`the session of the ${kind} whose token was revoked meanwhile ends within a second`, async () => {
      const { here, there } = nodes()
      const world = await here.world()
      const person = kind === 'agent' ? await world.agent('ada') : await world.customer()
      const idle = await person.on(there).connect()
      await whileAway(() => here.parley.admin.tokens.revoke(person.token))
      const { code } = await endingWithin(2, there, idle)
      assert.equal(code, kind === 'agent' ? 4003 : 4401)
    })
  }

  test('the nodes know what was configured meanwhile', async () => {
    const { here, there } = nodes()
    const world = await here.world()
    const desk = await (await world.agent('ada')).on(there).connect()
    const { chatId } = await startChat(await world.customer())
    // Without this push the node would wait for it, and its clock stands still.
    await desk.push('incoming_chat_thread')
    const say = () => desk.call('send_event', { chat_id: chatId, event: message })
    assert.equal((await say()).success, false)
    const property = { licenseId: world.licenseId, namespace: 'shop', name: 'color' }
    const define = () =>
      here.parley.admin.properties.createOrReplace({ ...property, type: 'string', locations })
    await whileAway(define)
    assert.equal((await say()).success, true)
  })

  test('the nodes disconnect all sessions, which then catch up on the missed pushes', async () => {
    const { here, there } = nodes()
    const world = await here.world()
    const customer = await world.customer()
    const { chatId } = await startChat(customer)
    const agent = await world.agent('ada')
    const away = agent.on(there)
    const sequenced = { catch_up: { chats: [{ chat_id: chatId, sequence: 1 }] } }
    const clients = [await away.connect(), await away.connect(undefined, sequenced)]
    await whileAway(() => say(customer, chatId, 'meanwhile'))
    for (const client of clients) {
      const { code, reason } = await endingWithin(8, there, client)
      assert.deepEqual([code, reason], [1012, 'something was missed'])
    }
    const back = await away.connect(undefined, sequenced)
    const event = await back.push('incoming_event')
    assert.equal(textAt(event, 'event.text'), 'meanwhile')
  })

  test('the nodes disconnect their sessions one after the other', async () => {
    const { here, there } = nodes()
    const world = await here.world()
    const agent = (await world.agent('ada')).on(there)
    const clients = []
    while (clients.length < 10) clients.push(await agent.connect())
    await whileAway(async () => undefined)
    const seconds = new Set<number>()
    for (const client of clients) void client.closed.then(() => seconds.add(there.clock.monotonic()))
    for (const client of clients) await endingWithin(8, there, client)
    assert.ok(seconds.size >= 4, `they were closed in ${seconds.size} different seconds`)
  })

  test('the nodes receive the facts of licenses whose subscription had failed', async () => {
    const { here, there } = nodes()
    const world = await here.world()
    const customer = await world.customer()
    const { chatId } = await startChat(customer)
    const agent = await world.agent('ada')
    let desk = await agent.connect()
    await whileAway(async () => {
      desk = await agent.on(there).connect()
      // Nothing that was committed earlier is still on its way.
      there.clock.advance(3_000)
    })
    await customer.web().succeed('send_event', { chat_id: chatId, event: { type: 'message', text: 'Hi' } })
    const push = await desk.push('incoming_event')
    assert.equal(numberAt(push, 'event.order') > 0, true)
  })
})
