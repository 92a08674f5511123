import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Storage } from '@parley/core/storage'
import { StorageError } from '@parley/core/storage'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at, textAt } from '../../support/json.js'
import { RtmClient } from '../../support/rtm-client.js'
import { StorageValve } from '../../support/storage-valve.js'
import { forEachStorage } from '../../support/storages.js'
import { exchange } from '../../support/web-client.js'

const notFound = { error: { type: 'not_found', message: 'Not found' } }

forEachStorage('mounting the engine', (storage) => {
  const valve = new StorageValve()
  const suite = useEngine(storage, {
    baseUrl: 'https://shop.example/support/chat/',
    wrap: (inner: Storage) => valve.guard(inner),
  })

  describe('under a path of the host', () => {
    test('actions, connections and pushes work below the path of baseUrl', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      assert.match(suite.engine.origin, /\/support\/chat$/)
      const [phone, desk] = [await customer.open(), await agent.connect()]
      const login = await phone.succeed('login', { token: customer.token })
      const { chatId } = await startChat(customer)
      for (const client of [phone, desk]) {
        assert.equal(at(await client.push('incoming_chat_thread'), 'chat.id'), chatId)
      }
      const { status } = await exchange(
        new URL(textAt(login, 'static_config_path'), suite.engine.origin).href,
        {},
      )
      assert.equal(status, 200)
    })

    test('other paths answer 404, and the error explains a mount that cuts off the path of baseUrl', async () => {
      const { origin } = new URL(suite.engine.origin)
      for (const path of ['/support/chat', '/support/agent', '/support/chats/agents/v0.4/x']) {
        const { status, body } = await exchange(origin + path, { method: 'POST' })
        assert.deepEqual([path, status, body], [path, 404, notFound])
      }
      const action = await exchange(`${origin}/agent/v0.4/action/send_event`, { method: 'POST' })
      const refused = await RtmClient.openRefused(`${origin.replace('http', 'ws')}/agent/v0.4/rtm/ws`)
      for (const { status, body } of [action, refused]) {
        assert.deepEqual([status, at(body, 'error.type')], [404, 'not_found'])
        assert.match(textAt(body, 'error.message'), /baseUrl names \/support\/chat, .* must not cut that off/)
      }
    })

    test('a plain HTTP request to an RTM address is refused, and the error says what the address takes', async () => {
      const { status, body } = await exchange(`${suite.engine.origin}/agent/v0.4/rtm/ws`, {})
      const detail =
        'this address takes websockets, and the request, or a proxy in front, does not ask for one'
      assert.deepEqual([status, body], [400, { error: validation(detail) }])
      const polled = await exchange(`${suite.engine.origin}/agent/v0.4/rtm/sio/?EIO=9`, { method: 'PUT' })
      assert.equal(polled.status, 400)
      assert.match(textAt(polled.body, 'error.message'), /attachSocketIo\(server, parley\).*over HTTP\/2/)
    })

    test('parley.owns accepts only the paths of the engine', () => {
      const { parley } = suite.engine
      for (const path of [
        '/support/chat/agent/v0.4/rtm/ws',
        '/support/chat/customer',
        '/support/chat/agent/x',
      ]) {
        assert.equal(parley.owns(path), true, path)
      }
      for (const path of [
        '/',
        '/agent/v0.4',
        '/support/chat',
        '/support/chat/agents',
        '/support/chat/other',
      ]) {
        assert.equal(parley.owns(path), false, path)
      }
    })
  })

  describe('a web-standard request', () => {
    const address = 'https://shop.example/support/chat/agent/v0.4/action/start_chat'

    test('parley.fetch answers like the same request over HTTP', async () => {
      const agent = await (await suite.world()).agent('ada')
      const headers = { authorization: `Bearer ${agent.token}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ payload: { chat: {} } })
      const response = await suite.engine.parley.fetch(
        new Request(address, { method: 'POST', headers, body }),
      )
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
      const chatId = textAt(await response.json(), 'chat.id')
      await agent.web().succeed('get_chat_threads', { chat_id: chatId })
    })

    test('parley.fetch refuses like the same request over HTTP', async () => {
      const { parley } = suite.engine
      const anonymous = await parley.fetch(new Request(address, { method: 'POST' }))
      assert.deepEqual([anonymous.status, anonymous.headers.get('www-authenticate')], [401, 'Bearer'])
      const wrongMethod = await parley.fetch(new Request(address))
      assert.equal(wrongMethod.status, 405)
      const preflight = await parley.fetch(new Request(address, { method: 'OPTIONS' }))
      assert.deepEqual([preflight.status, await preflight.text()], [204, ''])
      const elsewhere = await parley.fetch(new Request('https://shop.example/agent/v0.4/action/start_chat'))
      assert.equal(elsewhere.status, 404)
      assert.match(textAt(await elsewhere.json(), 'error.message'), /^Not found: baseUrl names/)
    })

    test('parley.fetch takes the client address from the host, and ignores other arguments', async () => {
      const world = await suite.world()
      const agent = await world.agent('ada')
      const addressOf = async (...others: unknown[]): Promise<unknown> => {
        const customer = await world.customer()
        const headers = { authorization: `Bearer ${customer.token}`, 'content-type': 'application/json' }
        const init = { method: 'POST', headers, body: '{"payload":{"name":"Kim"}}' }
        const url = `https://shop.example/support/chat/customer/v0.5/action/update_customer?license_id=${world.licenseId}`
        const { parley } = suite.engine
        const { status } = await Reflect.apply(parley.fetch, undefined, [new Request(url, init), ...others])
        assert.equal(status, 200)
        const { chatId: chat_id } = await startChat(customer)
        const read = await agent.web().succeed('get_chat_threads', { chat_id })
        return Object(at(read, 'chat.users.0')).monitoring?.ip
      }
      const context = { waitUntil: () => undefined }
      const foreign = [
        undefined,
        null,
        '192.0.2.1',
        7,
        {},
        { remoteAddress: 7 },
        { incoming: {} },
        () => '192.0.2.1',
      ]
      for (const other of foreign) assert.equal(await addressOf(other, context), undefined)
      assert.equal(await addressOf({ remoteAddress: '192.0.2.7' }), '192.0.2.7')
    })

    test('parley.http returns new headers in each response, so the host may change them', async () => {
      const { parley } = suite.engine
      const agent = await (await suite.world()).agent('ada')
      const headers = { authorization: `Bearer ${agent.token}` }
      const list = `${new URL('get_filtered_chats', address).pathname}`
      for (const [method, path] of [
        ['POST', list],
        ['GET', list],
        ['OPTIONS', list],
        ['GET', '/support/chat/auth/info'],
        ['GET', '/support/chat/auth/customer'],
      ] as const) {
        const body = {
          kind: 'stream' as const,
          read: ({ end }: { end(): void }) => end(),
          discard: () => undefined,
        }
        const ask = () => parley.http({ method, path, query: '', headers, remoteAddress: null, body })
        const [first, second] = [await ask(), await ask()]
        Object.assign(first.headers, { 'Content-Length': '0', 'content-length': '0' })
        assert.deepEqual([first.status, (await ask()).headers], [second.status, second.headers])
      }
    })

    test('parley.fetch refuses a body that is too large', async () => {
      const agent = await (await suite.world()).agent('ada')
      const headers = { authorization: `Bearer ${agent.token}`, 'content-type': 'application/json' }
      const body = ' '.repeat(262_145)
      const response = await suite.engine.parley.fetch(
        new Request(address, { method: 'POST', headers, body }),
      )
      assert.equal(response.status, 413)
    })
  })

  test('parley.fetch answers health checks with the state of the storage', async () => {
    const { parley } = suite.engine
    assert.deepEqual(await parley.health(), { status: 'ok', storage: 'ok' })
    valve.breakWith(new StorageError('unavailable', 'gone'))
    assert.deepEqual(await parley.health(), { status: 'unavailable', storage: 'unavailable' })
    valve.release()
    assert.deepEqual(await parley.health(), { status: 'ok', storage: 'ok' })
  })
})
