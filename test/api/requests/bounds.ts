import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { unknownChat, validation } from '../../support/errors.js'
import { at } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import { exchange } from '../../support/web-client.js'
import type { Person } from '../../support/world.js'

const nested = (levels: number): unknown => (levels === 0 ? 0 : [nested(levels - 1)])

/** Bodies that are rejected before any action receives them. */
const refused: readonly (readonly [what: string, body: string, detail: string])[] = [
  ['text that is not JSON', '{"payload":', 'the request is not valid JSON'],
  ['a list', '[]', 'the request must be a JSON object'],
  ['a null', 'null', 'the request must be a JSON object'],
  ['a NUL character', '{"payload":{"text":"a\\u0000"}}', 'request.payload.text contains a NUL character'],
  ['a lone surrogate', '{"payload":{"text":"\\ud800"}}', 'request.payload.text contains a lone surrogate'],
  [
    'a NUL character in a key',
    '{"payload":{"a\\u0000":1}}',
    'request.payload has a key that contains a NUL character',
  ],
  [
    'an integer beyond 2^53',
    '{"payload":{"list":[9007199254740992]}}',
    'request.payload.list[0] is beyond ±(2^53−1)',
  ],
  ['a number that is infinite', '{"payload":{"n":1e999}}', 'request.payload.n is not a finite number'],
  [
    'a key of 257 bytes',
    JSON.stringify({ payload: { [`${'é'.repeat(128)}x`]: 1 } }),
    'request.payload has a key that is longer than 256 bytes',
  ],
  [
    'an object of 1,001 keys',
    JSON.stringify({ payload: Object.fromEntries(Array.from({ length: 1_001 }, (_, key) => [key, 0])) }),
    'request.payload has more than 1000 keys',
  ],
  ['a payload that is a list', '{"payload":[]}', 'payload must be an object'],
  ['a payload that is a text', '{"payload":"x"}', 'payload must be an object'],
  ['an author_id that is a number', '{"author_id":1}', 'author_id must be a string'],
]

forEachStorage('limits of requests', (storage) => {
  const suite = useEngine(storage)

  const send = (person: Person, body: string | Uint8Array, headers: Record<string, string> = {}) =>
    exchange(
      `${suite.engine.origin}/${person.api}/v0.4/action/send_event?license_id=${person.world.licenseId}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${person.token}`, ...headers },
        body,
      },
    )

  describe('a request', () => {
    for (const [what, body, detail] of refused) {
      test(`a request is refused over HTTP with ${what}`, async () => {
        const agent = await (await suite.world()).agent('ada')
        const answer = await send(agent, body)
        assert.deepEqual([answer.status, at(answer.body, 'error')], [400, validation(detail)])
      })

      test(`a request is refused over a websocket with ${what}`, async () => {
        const agent = await (await suite.world()).agent('ada')
        const connection = await agent.connect()
        const text = body.startsWith('{"') ? body.replace('{', '{"action":"send_event",') : body
        connection.sendText(text)
        const response = await connection.next(({ type }) => type === 'response', 'a refusal')
        assert.deepEqual(at(response, 'payload.error'), validation(detail))
      })
    }

    test('a request may be nested 32 levels deep, and no deeper', async () => {
      const agent = await (await suite.world()).agent('ada')
      const answer = (levels: number) => send(agent, JSON.stringify({ payload: { deep: nested(levels) } }))
      const path = `request.payload.deep${'[0]'.repeat(30)}`
      assert.deepEqual(
        at((await answer(31)).body, 'error'),
        validation(`${path} is nested deeper than 32 levels`),
      )
      assert.deepEqual(at((await answer(30)).body, 'error'), validation('payload.chat_id is required'))
    })

    test('a request may have keys and integers up to their limits', async () => {
      const agent = await (await suite.world()).agent('ada')
      const { chatId: chat_id } = await startChat(agent)
      const content = { ['é'.repeat(128)]: Number.MAX_SAFE_INTEGER, min: Number.MIN_SAFE_INTEGER, part: 0.1 }
      const payload = { chat_id, event: { type: 'custom', content } }
      assert.deepEqual(at((await send(agent, JSON.stringify({ payload }))).body, 'event.content'), content)
    })

    test('a request keeps __proto__ and similar keys in the content of custom events', async () => {
      const agent = await (await suite.world()).agent('ada')
      const { chatId: chat_id, threadId } = await startChat(agent)
      const content = '{"__proto__":{"a":1},"constructor":"x","prototype":null}'
      const { status } = await send(
        agent,
        `{"payload":{"chat_id":"${chat_id}","event":{"type":"custom","content":${content}}}}`,
      )
      assert.equal(status, 200)
      const read = await agent.web().succeed('get_chat_threads', { chat_id, thread_ids: [threadId] })
      assert.equal(JSON.stringify(at(read, 'chat.threads.0.events.0.content')), content)
    })

    test('a request may have no body at all', async () => {
      const agent = await (await suite.world()).agent('ada')
      for (const body of ['', '{}', '{"payload":null}', '{"payload":{}}']) {
        const answer = await send(agent, body)
        assert.deepEqual(at(answer.body, 'error'), validation('payload.chat_id is required'), body)
      }
    })

    test('a request must be UTF-8 over HTTP', async () => {
      const agent = await (await suite.world()).agent('ada')
      const answer = await send(agent, new Uint8Array([0x7b, 0xff, 0x7d]))
      assert.deepEqual(at(answer.body, 'error'), validation('the body is not valid UTF-8'))
    })

    test('a request must be declared as JSON over HTTP', async () => {
      const agent = await (await suite.world()).agent('ada')
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json-seq']) {
        const answer = await send(agent, '{}', { 'content-type': type })
        assert.deepEqual(
          [answer.status, at(answer.body, 'error')],
          [400, validation('Content-Type must be application/json')],
        )
      }
      const answer = await send(agent, '{}', { 'content-type': 'application/json; charset=utf-8' })
      assert.deepEqual(at(answer.body, 'error'), validation('payload.chat_id is required'))
    })

    test('a request may have at most 256 KiB over HTTP', async () => {
      const agent = await (await suite.world()).agent('ada')
      const body = (size: number) => '{}'.padEnd(size, ' ')
      assert.equal((await send(agent, body(262_144))).status, 400)
      const { status, body: refusal } = await send(agent, body(262_145))
      const message = 'Entity too large: at most 262144 bytes'
      assert.deepEqual([status, refusal], [413, { error: { type: 'entity_too_large', message } }])
    })

    test('a request may have at most 256 KiB over HTTP, also without a content length', async () => {
      const agent = await (await suite.world()).agent('ada')
      const body = new Blob([new Uint8Array(262_145)]).stream()
      const url = `${suite.engine.origin}/agent/v0.4/action/send_event`
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${agent.token}` }
      const { status } = await exchange(url, { method: 'POST', headers, body, duplex: 'half' })
      assert.equal(status, 413)
    })

    test('a request with an invalid id is refused like one with an unknown id', async () => {
      const agent = await (await suite.world()).agent('ada')
      const event = { type: 'message', text: 'Hello' }
      for (const chat_id of ["'; drop table chats; --", '../..', '%', '0', '🎉', 'x'.repeat(256)]) {
        assert.deepEqual(await agent.web().refuse('send_event', { chat_id, event }), unknownChat)
      }
      assert.deepEqual(
        await agent.web().refuse('send_event', { chat_id: 'x'.repeat(257), event }),
        validation('payload.chat_id must have at most 256 characters'),
      )
    })
  })
})
