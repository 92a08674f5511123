import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { ValidationRule } from '@parley/core/contract'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { authorization, notCovered, unknownChat, validation } from '../../support/errors.js'
import { at, has } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { pushFrame, type RtmClient } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import { agentVersions, customerVersions, type Person, type World } from '../../support/world.js'

interface Scene {
  readonly world: World
  readonly customer: Person
  readonly boss: Person
  readonly chat_id: string
  readonly thread_id: string
}

const first = { test: { string_property: 'one', int_property: 1 } }

/** Differences between the two actions. */
const places = {
  chat: {
    action: 'update_chat_properties',
    push: 'chat_properties_updated',
    target: ({ chat_id }: Scene) => ({ chat_id }),
    started: { properties: first },
    inThreads: 'chat.properties',
    inAgentSummary: 'chats_summary.0.properties',
  },
  thread: {
    action: 'update_chat_thread_properties',
    push: 'chat_thread_properties_updated',
    target: ({ chat_id, thread_id }: Scene) => ({ chat_id, thread_id }),
    started: { thread: { properties: first } },
    inThreads: 'chat.threads.0.properties',
    inAgentSummary: 'chats_summary.0.last_thread_summary.properties',
  },
} as const

const all = { read: true, write: true }
const none = { read: false, write: false }
const hidden = { read: false, write: true }
const actionsOf = async (client: RtmClient) => (await client.pushes()).map(({ action }) => action)

/** Resolves with the payload of the next such fact about the chat that the host receives. */
function nextFact(
  { world, chat_id }: Scene,
  name: (typeof places)[keyof typeof places]['push'],
): Promise<unknown> {
  return new Promise((resolve) => {
    const end = world.engine.parley.on(name, ({ chatId, payload }) => {
      if (chatId !== chat_id) return
      end()
      resolve(payload)
    })
  })
}

forEachStorage('updating properties of chats, threads and events', (storage) => {
  const suite = useEngine(storage)
  const people = {
    customer: async ({ customer }: Scene) => customer,
    agent: async ({ boss }: Scene) => boss,
  }

  async function setUp(chat: object = {}): Promise<Scene> {
    const world = await suite.world()
    const [customer, boss] = [await world.customer(), await world.agent('boss')]
    const { chatId: chat_id, threadId: thread_id } = await startChat(customer, chat)
    return { world, customer, boss, chat_id, thread_id }
  }

  /** Defines a property of the namespace `shop`. */
  function define(world: World, name: string, location: 'chat' | 'thread', values: object = {}) {
    return world.engine.parley.admin.properties.createOrReplace({
      ...{ licenseId: world.licenseId, namespace: 'shop', name, type: 'string' as const },
      locations: { [location]: { agent: all, customer: all } },
      ...values,
    })
  }

  for (const location of ['chat', 'thread'] as const) {
    const { action, push, target, started, inThreads, inAgentSummary } = places[location]

    const read = async ({ boss, chat_id, thread_id }: Scene) => {
      const answer = await boss.web().succeed('get_chat_threads', { chat_id, thread_ids: [thread_id] })
      const parent = inThreads.replace(/\.properties$/, '')
      return has(at(answer, parent), 'properties') ? at(answer, inThreads) : undefined
    }

    for (const api of ['customer', 'agent'] as const) {
      forEachTransport(api, (transport, version) => {
        test(`${action} sets properties beside the existing ones, and pushes the changed ones`, async () => {
          const scene = await setUp(started)
          const { customer, boss } = scene
          const caller = await (await people[api](scene)).via(transport, version)
          const [phone, desk] = [await customer.connect(), await boss.connect()]
          const properties = {
            test: { string_property: 'two', int_property: 1, bool_property: { value: false } },
          }
          assert.deepEqual(await caller.succeed(action, { ...target(scene), properties }), {})
          const changed = { test: { string_property: { value: 'two' }, bool_property: { value: false } } }
          const frame = pushFrame(push, { ...target(scene), properties: changed })
          assert.deepEqual([await phone.pushes(), await desk.pushes()], [[frame], [frame]])
          const stored = { test: { ...changed.test, int_property: { value: 1 } } }
          assert.deepEqual(await read(scene), stored)
          const listed = await boss.web().succeed('get_filtered_chats')
          assert.deepEqual(at(listed, inAgentSummary), stored)
        })

        test(`${action} succeeds without a push where nothing changes`, async () => {
          const scene = await setUp(started)
          const caller = await (await people[api](scene)).via(transport, version)
          const phone = await scene.customer.connect()
          for (const properties of [first, { test: { int_property: 1 } }, {}, { test: {} }]) {
            assert.deepEqual(await caller.succeed(action, { ...target(scene), properties }), {})
          }
          assert.deepEqual(await phone.pushes(), [])
        })

        test(`${action} stores nothing when one of its properties is refused`, async () => {
          const scene = await setUp(started)
          const { world } = scene
          await define(world, 'domain', location, { domain: ['red', 'blue'] })
          await define(world, 'range', location, { type: 'int', range: { from: 1, to: 5 } })
          await define(world, 'elsewhere', location === 'chat' ? 'thread' : 'chat')
          await define(world, 'locked', location, {
            locations: { [location]: { agent: { read: true, write: false }, customer: none } },
          })
          const caller = await (await people[api](scene)).via(transport, version)
          const phone = await scene.customer.connect()
          const path = 'payload.properties'
          const outside = (rule: ValidationRule, limit: number) =>
            validation(`${path}.shop.range is outside its range`, { rule, limit })
          const refusals: readonly (readonly [properties: object, refusal: object])[] = [
            [{ nowhere: { a: 1 } }, validation(`${path}.nowhere is not a configured namespace`)],
            [{ shop: { unknown: 1 } }, validation(`${path}.shop.unknown is not a configured property`)],
            [
              { shop: { elsewhere: 'a' } },
              validation(`${path}.shop.elsewhere is not allowed on a ${location}`),
            ],
            [{ shop: { domain: 1 } }, validation(`${path}.shop.domain must be of type string`)],
            [{ shop: { domain: 'green' } }, validation(`${path}.shop.domain is outside its domain`)],
            [{ shop: { range: 6 } }, outside('too_high', 5)],
            [{ shop: { range: 0 } }, outside('too_low', 1)],
            [{ shop: { locked: 'a' } }, authorization(`${path}.shop.locked may not be written`)],
          ]
          for (const [properties, refusal] of refusals) {
            const mixed = { test: { string_property: 'lost' }, ...properties }
            const request = { ...target(scene), properties: mixed }
            assert.deepEqual(await caller.refuse(action, request), refusal)
          }
          assert.deepEqual(await phone.pushes(), [])
          assert.deepEqual(at(await read(scene), 'test.string_property.value'), 'one')
          assert.equal(has(await read(scene), 'shop'), false)
        })

        test(`${action} needs all of its fields, and limits the total size of the properties`, async () => {
          const scene = await setUp()
          const caller = await (await people[api](scene)).via(transport, version)
          const fields = ['chat_id', ...(location === 'thread' ? ['thread_id'] : []), 'properties']
          for (const field of fields) {
            const request = { ...target(scene), properties: {}, [field]: undefined }
            assert.deepEqual(await caller.refuse(action, request), validation(`payload.${field} is required`))
          }
          for (let index = 0; index < 5; index += 1) await define(scene.world, `long-${index}`, location)
          const set = (index: number, length: number) => ({
            ...target(scene),
            properties: { shop: { [`long-${index}`]: 'x'.repeat(length) } },
          })
          for (let index = 0; index < 3; index += 1) await caller.succeed(action, set(index, 4_096))
          assert.deepEqual(
            await caller.refuse(action, set(3, 4_096)),
            validation(
              `payload.properties would make the properties of the ${location} larger than 16384 bytes as JSON`,
            ),
          )
          await caller.succeed(action, set(0, 1))
          await caller.succeed(action, set(3, 4_096))
        })

        test(`${action} is refused for chats that are unknown, or of another license`, async () => {
          const [scene, foreign] = [await setUp(), await setUp()]
          const caller = await (await people[api](scene)).via(transport, version)
          for (const chat_id of ['nowhere', foreign.chat_id]) {
            const request = { ...target({ ...foreign, chat_id }), properties: first }
            assert.deepEqual(await caller.refuse(action, request), unknownChat)
          }
          assert.equal(await read(foreign), undefined)
        })

        test(`${action} is applied once when it is repeated with one idempotency key`, async () => {
          const scene = await setUp()
          const caller = await (await people[api](scene)).via(transport, version)
          const phone = await scene.customer.connect()
          const set = (text: string) => ({
            ...target(scene),
            properties: { test: { string_property: text } },
          })
          const options = { idempotencyKey: 'one' }
          await caller.succeed(action, set('one'), options)
          await caller.succeed(action, set('two'))
          assert.deepEqual(await caller.succeed(action, set('one'), options), {})
          assert.deepEqual(await actionsOf(phone), [push, push])
          assert.deepEqual(at(await read(scene), 'test.string_property.value'), 'two')
          assert.equal(at(await caller.refuse(action, set('three'), options), 'type'), 'validation')
        })
      })
    }

    describe(`${push}`, () => {
      test('the push shows each kind of user the properties that it may read, in every version', async () => {
        const scene = await setUp()
        const { world, customer, boss } = scene
        await define(world, 'all', location)
        await define(world, 'agents', location, {
          locations: { [location]: { agent: all, customer: hidden } },
        })
        await define(world, 'customers', location, {
          locations: { [location]: { agent: hidden, customer: all } },
        })
        const phones = await Promise.all(customerVersions.map((version) => customer.connect(version)))
        const desks = await Promise.all(agentVersions.map((version) => boss.connect(version)))
        const properties = { shop: { all: 'a', agents: 'b', customers: 'c' } }
        await customer.web().succeed(action, { ...target(scene), properties })
        const shown = (shop: object) => [pushFrame(push, { ...target(scene), properties: { shop } })]
        for (const phone of phones) {
          assert.deepEqual(await phone.pushes(), shown({ all: { value: 'a' }, customers: { value: 'c' } }))
        }
        for (const desk of desks) {
          assert.deepEqual(await desk.pushes(), shown({ all: { value: 'a' }, agents: { value: 'b' } }))
        }
      })

      test('the push is not sent to users who may read none of the changed properties', async () => {
        const scene = await setUp()
        const { world, customer, boss } = scene
        const [phone, desk] = [await customer.connect(), await boss.connect()]
        await define(world, 'agents', location, {
          locations: { [location]: { agent: all, customer: none } },
        })
        await define(world, 'nobody', location, {
          locations: { [location]: { agent: hidden, customer: none } },
        })
        const set = (name: string) => ({ ...target(scene), properties: { shop: { [name]: 'x' } } })
        await boss.web().succeed(action, set('agents'))
        assert.deepEqual([await actionsOf(phone), await actionsOf(desk)], [[], [push]])
        const fact = nextFact(scene, push)
        await boss.web().succeed(action, set('nobody'))
        assert.deepEqual([await actionsOf(phone), await actionsOf(desk)], [[], []])
        assert.deepEqual(await fact, { ...target(scene), properties: {} })
      })

      test('the push reaches everyone who reads the chat, with the request_id for the caller', async () => {
        const scene = await setUp({ scopes: { groups: [7] } })
        const { world, customer, boss } = scene
        const [caller, other, desk, outside, stranger] = [
          await customer.connect(),
          await customer.connect(),
          await boss.connect(),
          await (await world.agent('ada', { permission: 'normal' })).connect(),
          await (await world.customer()).connect(),
        ]
        const requestId = caller.request(action, { ...target(scene), properties: first })
        await caller.response(requestId)
        const wrapped = { test: { string_property: { value: 'one' }, int_property: { value: 1 } } }
        const payload = { ...target(scene), properties: wrapped }
        assert.deepEqual(await caller.pushes(), [pushFrame(push, payload, requestId)])
        for (const client of [other, desk])
          assert.deepEqual(await client.pushes(), [pushFrame(push, payload)])
        for (const client of [outside, stranger]) assert.deepEqual(await client.pushes(), [])
      })
    })

    test(`${action} is forbidden without a conversation scope that covers the chat`, async () => {
      const scene = await setUp()
      const { world } = scene
      const reader = await world.agent('ada', { scopes: ['chats--all:read', 'chats.meta--all:write'] })
      const own = await world.agent('bob', { scopes: ['chats.conversation--my:write'] })
      const request = { ...target(scene), properties: first }
      assert.deepEqual(
        await reader.web().refuse(action, request),
        authorization(
          'one of the scopes chats.conversation--all:write, chats.conversation--my:write is needed',
        ),
      )
      assert.deepEqual(await own.web().refuse(action, request), notCovered)
      assert.deepEqual(await (await world.customer()).web().refuse(action, request), unknownChat)
      assert.equal(await read(scene), undefined)
      await scene.boss.web().succeed('join_chat', { chat_id: scene.chat_id, agent_ids: [own.id] })
      await own.web().succeed(action, request)
    })

    test(`${action} keeps the changes of requests that arrive at the same time`, async () => {
      const scene = await setUp()
      const names = Array.from({ length: 12 }, (_, index) => `number-${index}`)
      for (const name of names) await define(scene.world, name, location)
      const set = (name: string, person: Person) =>
        person.web().succeed(action, { ...target(scene), properties: { shop: { [name]: name } } })
      await Promise.all(names.map((name, index) => set(name, index % 2 ? scene.boss : scene.customer)))
      const expected = Object.fromEntries(names.map((name) => [name, { value: name }]))
      assert.deepEqual(at(await read(scene), 'shop'), expected)
    })
  }

  describe('update_chat_thread_properties', () => {
    test('update_chat_thread_properties works on a closed thread and on one that is not the last', async () => {
      const scene = await setUp({ thread: { properties: first } })
      const { customer, boss, chat_id, thread_id } = scene
      await customer.web().succeed('close_thread', { chat_id })
      const set = (id: string, text: string) =>
        customer.web().succeed('update_chat_thread_properties', {
          ...{ chat_id, thread_id: id },
          properties: { test: { string_property: text } },
        })
      await set(thread_id, 'closed')
      const event = { type: 'message', text: 'Hello again' }
      const sent = await customer.web().succeed('send_event', { chat_id, event })
      const second = String(at(sent, 'thread_id'))
      await set(second, 'second')
      const phone = await customer.connect()
      await set(thread_id, 'earlier')
      assert.deepEqual(await phone.pushes(), [
        pushFrame('chat_thread_properties_updated', {
          ...{ chat_id, thread_id },
          properties: { test: { string_property: { value: 'earlier' } } },
        }),
      ])
      const ids = { chat_id, thread_ids: [thread_id, second] }
      const answer = await boss.web().succeed('get_chat_threads', ids)
      assert.deepEqual(at(answer, 'chat.threads.0.properties'), {
        test: { string_property: { value: 'earlier' }, int_property: { value: 1 } },
      })
      const shown = { test: { string_property: { value: 'second' } } }
      assert.deepEqual(at(answer, 'chat.threads.1.properties'), shown)
      const listed = await boss.web().succeed('get_filtered_chats')
      assert.deepEqual(at(listed, 'chats_summary.0.last_thread_summary.properties'), shown)
      await customer.web().succeed('send_event', { chat_id, event })
    })

    test('update_chat_thread_properties refuses a thread of another chat', async () => {
      const [scene, other] = [await setUp(), await setUp()]
      const own = await startChat(scene.customer)
      for (const thread_id of ['nowhere', other.thread_id, own.threadId]) {
        for (const person of [scene.customer, scene.boss]) {
          assert.deepEqual(
            await person.web().refuse('update_chat_thread_properties', {
              ...{ chat_id: scene.chat_id, thread_id },
              properties: first,
            }),
            validation('payload.thread_id does not match any thread of the chat'),
          )
        }
      }
    })
  })
})
