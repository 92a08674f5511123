import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at, has } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'

const all = { read: true, write: true }

forEachStorage('definitions of properties', (storage) => {
  const suite = useEngine(storage, { fixed: { limits: { propertiesPerNamespace: 2 } } })

  const define = (licenseId: number, name = 'color', values: object = {}) =>
    suite.engine.parley.admin.properties.createOrReplace({
      ...{ licenseId, namespace: 'shop', name, type: 'string' as const },
      locations: { event: { agent: all, customer: { read: false, write: true } } },
      ...values,
    })

  test('a new property definition immediately applies to writes and reads', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    const [phone, desk] = [await customer.connect(), await agent.connect()]
    const properties = { shop: { color: 'red' } }
    const send = { chat_id: chatId, event: { type: 'message', text: 'Red, please', properties } }
    const refused = await phone.call('send_event', send)
    assert.deepEqual(
      at(refused, 'payload.error'),
      validation('payload.event.properties.shop is not a configured namespace'),
    )
    await define(world.licenseId)
    assert.equal((await phone.call('send_event', send)).success, true)
    const shown = at(await desk.push('incoming_event'), 'event.properties')
    assert.deepEqual(shown, { shop: { color: { value: 'red' } } })
    assert.equal(has(await phone.push('incoming_event'), 'event.properties'), false)
    await suite.engine.parley.admin.properties.delete({
      ...{ licenseId: world.licenseId, namespace: 'shop', name: 'color' },
    })
    assert.equal((await phone.call('send_event', send)).success, false)
    const read = await agent.web().succeed('get_filtered_chats', { include_active: true })
    assert.equal(has(read, 'chats_summary.0.last_event_per_type.message.event.properties'), false)
  })

  test('a property definition belongs to one license', async () => {
    const [one, other] = [await suite.world(), await suite.world()]
    await define(one.licenseId)
    const { properties } = suite.engine.parley.admin
    assert.deepEqual(
      (await properties.list({ licenseId: one.licenseId })).items.map(({ namespace, name }) => [
        namespace,
        name,
      ]),
      [['shop', 'color']],
    )
    assert.deepEqual((await properties.list({ licenseId: other.licenseId })).items, [])
  })

  test('a property definition can be replaced, but its type stays', async () => {
    const { licenseId } = await suite.world()
    await define(licenseId)
    await define(licenseId, 'color', { domain: ['red', 'blue'] })
    const { items } = await suite.engine.parley.admin.properties.list({ licenseId })
    assert.deepEqual(items[0]?.domain, ['red', 'blue'])
    await assert.rejects(define(licenseId, 'color', { type: 'bool' }), /type must stay string/)
  })

  test('a namespace has at most the number of properties that the host configured', async () => {
    const { licenseId } = await suite.world()
    await define(licenseId, 'one')
    await define(licenseId, 'two')
    await define(licenseId, 'two', { domain: ['a'] })
    await assert.rejects(define(licenseId, 'three'), /at most 2 properties/)
    await define(licenseId, 'three', { namespace: 'other' })
  })

  for (const [what, values, message] of [
    ['an unknown license', { licenseId: 4_711 }, /licenseId does not match any license/],
    ['the built-in namespace test', { namespace: 'test' }, /reserved namespace/],
    ['no location', { locations: {} }, /locations must name at least one/],
    ['an unknown type', { type: 'float' }, /type/],
    ['an unknown key', { colour: 1 }, /colour/],
  ] as const) {
    test(`a property definition with ${what} is refused`, async () => {
      const { licenseId } = await suite.world()
      await assert.rejects(define(licenseId, 'color', values), {
        name: 'ParleyError',
        type: 'validation',
        message,
      })
    })
  }

  test('removing a property that does not exist is refused', async () => {
    const { licenseId } = await suite.world()
    const gone = suite.engine.parley.admin.properties.delete({ licenseId, namespace: 'shop', name: 'color' })
    await assert.rejects(gone, /does not match any property/)
  })
})
