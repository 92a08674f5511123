import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at, has } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person, World } from '../../support/world.js'

const wrapped = {
  test: {
    bool_property: { value: false },
    int_property: { value: -2_147_483_648 },
    string_property: { value: '' },
    tokenized_string_property: { value: 'Grüße 🎉' },
  },
}
const direct = {
  test: {
    bool_property: false,
    int_property: -2_147_483_648,
    string_property: '',
    tokenized_string_property: 'Grüße 🎉',
  },
}

const wrong: readonly (readonly [properties: object, detail: string])[] = [
  [{ nowhere: { a: 1 } }, '.nowhere is not a configured namespace'],
  [{ test: { unknown: 1 } }, '.test.unknown is not a configured property'],
  [{ test: { int_property: '1' } }, '.test.int_property must be of type int'],
  [{ test: { int_property: 2_147_483_648 } }, '.test.int_property must be of type int'],
  [{ test: { int_property: true } }, '.test.int_property must be of type int'],
  [{ test: { bool_property: 'true' } }, '.test.bool_property must be of type bool'],
  [{ test: { string_property: { value: 1 } } }, '.test.string_property must be of type string'],
  [
    { test: { tokenized_string_property: false } },
    '.test.tokenized_string_property must be of type tokenized_string',
  ],
  [{ test: 'x' }, '.test must be an object'],
  [
    { test: { int_property: null } },
    '.test.int_property must be a string, an integer, a boolean or an object',
  ],
  [
    { test: { int_property: 1.5 } },
    '.test.int_property must be a string, an integer, a boolean or an object',
  ],
  [{ test: { int_property: {} } }, '.test.int_property.value is required'],
  [
    { test: { int_property: [1] } },
    '.test.int_property must be a string, an integer, a boolean or an object',
  ],
  [[], ' must be an object'],
  [JSON.parse('{"__proto__": {"a": 1}}'), '.__proto__ is not a configured namespace'],
  [JSON.parse('{"test": {"__proto__": 1}}'), '.test.__proto__ is not a configured property'],
  [{ constructor: { name: 1 } }, '.constructor is not a configured namespace'],
  [{ test: { constructor: 1 } }, '.test.constructor is not a configured property'],
]

/** The parts of a request that carry properties: how to send them, and the path under which errors name them. */
const places = {
  'of a chat': {
    path: 'payload.chat.properties',
    send: (properties: object) => ({ action: 'start_chat', payload: { chat: { properties } } }),
    shown: 'chat.properties',
  },
  'of a thread': {
    path: 'payload.chat.thread.properties',
    send: (properties: object) => ({ action: 'start_chat', payload: { chat: { thread: { properties } } } }),
    shown: 'chat.thread.properties',
  },
  'of an event in start_chat': {
    path: 'payload.chat.thread.events[0].properties',
    send: (properties: object) => ({
      action: 'start_chat',
      payload: { chat: { thread: { events: [{ type: 'message', text: 'Hello', properties }] } } },
    }),
    shown: 'chat.thread.events.0.properties',
  },
  'of an event in send_event': {
    path: 'payload.event.properties',
    send: (properties: object, chat_id: string) => ({
      action: 'send_event',
      payload: { chat_id, event: { type: 'message', text: 'Hello', properties } },
    }),
    shown: 'event.properties',
  },
} as const

forEachStorage('properties', (storage) => {
  const suite = useEngine(storage)
  const people: Readonly<Record<string, (world: World) => Promise<Person>>> = {
    customer: (world) => world.customer(),
    agent: (world) => world.agent('ada'),
  }

  for (const [api, join] of Object.entries(people)) {
    for (const [place, { path, send, shown }] of Object.entries(places)) {
      describe(`properties ${place} from a ${api}`, () => {
        for (const [form, properties] of Object.entries({ wrapped, direct })) {
          test(`properties are accepted ${form} and shown wrapped`, async () => {
            const person = await join(await suite.world())
            const { action, payload } = send(properties, (await startChat(person)).chatId)
            assert.deepEqual(at(await person.web().succeed(action, payload), shown), wrapped)
          })
        }

        test('properties are omitted when there are none', async () => {
          const person = await join(await suite.world())
          const parent = shown.replace(/\.?properties$/, '')
          for (const none of [{}, { test: {} }]) {
            const { action, payload } = send(none, (await startChat(person)).chatId)
            assert.equal(has(at(await person.web().succeed(action, payload), parent), 'properties'), false)
          }
        })

        test('properties are refused when unknown or of the wrong type', async () => {
          const person = await join(await suite.world())
          const { chatId } = await startChat(person)
          for (const [properties, detail] of wrong) {
            const { action, payload } = send(properties, chatId)
            const refusal = await person.web().refuse(action, payload)
            assert.deepEqual(refusal, validation(path + detail), JSON.stringify(properties))
          }
        })
      })
    }
  }
})
