import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { forEachDatabase } from '../../support/storages.js'
import { arrived, useTwoNodes } from '../../support/two-nodes.js'
import type { World } from '../../support/world.js'

const locations = { event: { agent: { read: true, write: true } } }
const message = { type: 'message', text: 'Hello', properties: { shop: { color: 'red' } } }

forEachDatabase('a property that is defined on another node', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 5, duplicated: 0.5, lost: 0 })

  async function define(world: World, namespace = 'shop') {
    const { admin } = nodes().here.parley
    const property = { licenseId: world.licenseId, namespace, name: 'color' }
    await admin.properties.createOrReplace({ ...property, type: 'string', locations })
    await arrived(nodes())
    return property
  }

  test('the property applies to connections of this node once its fact arrives, until it is deleted', async () => {
    const { here, there } = nodes()
    const world = await here.world()
    const desk = await (await world.agent('ada')).on(there).connect()
    const { chatId } = await startChat(await world.customer())
    const say = () => desk.call('send_event', { chat_id: chatId, event: message })
    assert.equal((await say()).success, false)
    const property = await define(world)
    assert.equal((await say()).success, true)
    await here.parley.admin.properties.delete(property)
    await arrived(nodes())
    assert.equal((await say()).success, false)
  })

  test('the property applies on this node after a time without connections', async () => {
    const { here, there } = nodes()
    const world = await here.world()
    const web = (await world.agent('ada')).on(there).web()
    const { chatId } = await startChat(await world.customer())
    const say = async () => (await web.post('send_event', { chat_id: chatId, event: message })).status
    assert.equal(await say(), 400)
    for (let seconds = 0; seconds < 130; seconds += 1) there.clock.advance(1_000)
    await define(world)
    assert.equal(await say(), 200)
  })

  test('the property applies on this node when the license was used just before its subscription ended', async () => {
    const { here, there } = nodes()
    const world = await here.world()
    const web = (await world.agent('ada')).on(there).web()
    const { chatId } = await startChat(await world.customer())
    const say = async () => (await web.post('send_event', { chat_id: chatId, event: message })).status
    for (const seconds of [1, 50, 50, 50]) {
      for (let second = 0; second < seconds; second += 1) there.clock.advance(1_000)
      assert.equal(await say(), 400)
    }
    await define(world)
    assert.equal(await say(), 200)
  })
})
