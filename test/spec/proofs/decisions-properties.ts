import assert from 'node:assert/strict'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { authorization, validation } from '../../support/errors.js'
import { at, has } from '../../support/json.js'
import type { World } from '../../support/world.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const all = { read: true, write: true }
const everybody = { agent: all, customer: all }
const everywhere = { chat: everybody, thread: everybody, event: everybody }

/** Requests that carry properties, and where these are shown. */
const places = [
  {
    path: 'payload.chat.properties',
    shown: 'chat.properties',
    request: (properties: object) => ({ chat: { properties } }),
  },
  {
    path: 'payload.chat.thread.properties',
    shown: 'chat.thread.properties',
    request: (properties: object) => ({ chat: { thread: { properties } } }),
  },
  {
    path: 'payload.chat.thread.events[0].properties',
    shown: 'chat.thread.events.0.properties',
    request: (properties: object) => ({
      chat: { thread: { events: [{ type: 'message', text: 'Hello', properties }] } },
    }),
  },
] as const

proving('properties', (storage) => {
  const suite = useEngine(storage)
  const define = ({ licenseId }: World, name: string, values: object) =>
    suite.engine.parley.admin.properties.createOrReplace({
      ...{ licenseId, namespace: 'shop', name, type: 'string' as const, locations: everywhere },
      ...values,
    })

  verifies(
    ['decisions.8.2.test', 'decisions.15.properties', 'chat.properties.value', 'chat.properties.type'],
    'every license has four properties in the namespace test, which all can set everywhere, wrapped or direct',
    async () => {
      const values = {
        bool_property: true,
        int_property: 7,
        string_property: 'a',
        tokenized_string_property: 'b c',
      }
      const wrapped = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))
      const world = await suite.world()
      for (const person of [await world.customer(), await world.agent('ada')]) {
        for (const { request, shown } of places) {
          for (const test of [values, wrapped]) {
            const response = await person.web().succeed('start_chat', request({ test }))
            assert.deepEqual(at(response, shown), { test: wrapped })
          }
        }
      }
    },
  )

  verifies('decisions.8.2.define', 'the host can define more properties', async () => {
    const world = await suite.world()
    const web = (await world.customer()).web()
    const chat = { properties: { shop: { color: 'red' } } }
    const unknown = validation('payload.chat.properties.shop is not a configured namespace')
    assert.deepEqual(await web.refuse('start_chat', { chat }), unknown)
    await define(world, 'color', {})
    const response = await web.succeed('start_chat', { chat })
    assert.deepEqual(at(response, 'chat.properties.shop.color'), { value: 'red' })
  })

  verifies('decisions.8.3.replace', 'a property definition can be replaced, but not its type', async () => {
    const world = await suite.world()
    await define(world, 'color', {})
    await define(world, 'color', { domain: ['red'] })
    await assert.rejects(define(world, 'color', { type: 'bool' }), /type must stay string/)
    const web = (await world.customer()).web()
    const chat = (color: string) => ({ chat: { properties: { shop: { color } } } })
    await web.succeed('start_chat', chat('red'))
    await web.refuse('start_chat', chat('blue'))
  })

  verifies(
    [
      'decisions.8.3.int',
      'decisions.8.5.unknown',
      'decisions.8.5.type',
      'decisions.8.5.domain',
      'decisions.8.5.range',
      'decisions.8.5.nothing',
      'chat.properties.type',
    ],
    'property values that are not configured, of another type, or outside domain or range are refused, and nothing is stored',
    async () => {
      const world = await suite.world()
      await define(world, 'color', { domain: ['red', 'blue'] })
      await define(world, 'size', { type: 'int', range: { from: 1, to: 3 } })
      const wrong = [
        [{ nowhere: { a: 1 } }, '.nowhere is not a configured namespace'],
        [{ shop: { flavor: 'x' } }, '.shop.flavor is not a configured property'],
        [{ test: { int_property: 2_147_483_648 } }, '.test.int_property must be of type int'],
        [{ test: { int_property: -2_147_483_649 } }, '.test.int_property must be of type int'],
        [{ test: { int_property: '1' } }, '.test.int_property must be of type int'],
        [{ test: { bool_property: 1 } }, '.test.bool_property must be of type bool'],
        [{ test: { string_property: true } }, '.test.string_property must be of type string'],
        [{ shop: { color: 'green' } }, '.shop.color '],
        [{ shop: { size: 0 } }, '.shop.size '],
        [{ shop: { size: 4 } }, '.shop.size '],
      ] as const
      for (const person of [await world.customer(), await world.agent('ada')]) {
        const web = person.web()
        for (const { path, request } of places) {
          for (const [properties, detail] of wrong) {
            const error = await web.refuse('start_chat', request(properties))
            assert.equal(at(error, 'type'), 'validation')
            const message = `Wrong format of request: ${path}${detail}`
            assert.ok(String(at(error, 'message')).startsWith(message), JSON.stringify(error))
          }
          await web.succeed('start_chat', request({ shop: { color: 'blue', size: 3 } }))
          await web.succeed('start_chat', request({ test: { int_property: -2_147_483_648 } }))
        }
      }
      const customer = await world.customer()
      for (const { request } of places) {
        await customer.web().refuse('start_chat', request({ shop: { color: 'green' } }))
      }
      assert.equal(at(await customer.web().succeed('get_chats_summary'), 'total_chats'), 0)
    },
  )

  verifies(
    ['decisions.8.5.location', 'decisions.8.5.access', 'decisions.8.5.nothing'],
    'a property that is not configured there is refused, as is one that this kind of user may not write',
    async () => {
      const world = await suite.world()
      const agents = { agent: all, customer: { read: true, write: false } }
      await define(world, 'mood', { locations: { event: agents } })
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const shop = { shop: { mood: 'good' } }
      const nowhere = await agent.web().refuse('start_chat', { chat: { properties: shop } })
      assert.equal(at(nowhere, 'type'), 'validation')
      const { chatId: chat_id, threadId } = await startChat(customer)
      const event = { type: 'message', text: 'Hello', properties: shop }
      const error = await customer.web().refuse('send_event', { chat_id, event })
      assert.equal(at(error, 'type'), 'authorization')
      assert.ok(String(at(error, 'message')).startsWith(authorization('').message), JSON.stringify(error))
      const read = await agent.web().succeed('get_chat_threads', { chat_id, thread_ids: [threadId] })
      assert.equal(at(read, 'chat.threads.0.events.length'), 0)
      const sent = await agent.web().succeed('send_event', { chat_id, event })
      assert.deepEqual(at(sent, 'event.properties.shop.mood'), { value: 'good' })
      const seen = await customer.web().succeed('get_chat_threads', { chat_id, thread_ids: [threadId] })
      assert.equal(has(at(seen, 'chat.threads.0.events.0'), 'properties'), true)
    },
  )
})
