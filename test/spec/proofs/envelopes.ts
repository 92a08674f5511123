import assert from 'node:assert/strict'
import type { Transport } from '../../support/caller.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { authorization, validation } from '../../support/errors.js'
import { at, has } from '../../support/json.js'
import { type Frame, RtmClient } from '../../support/rtm-client.js'
import { exchange } from '../../support/web-client.js'
import { proving } from '../proving.js'
import { recordingOf } from '../recording/recording.js'
import { verifies } from '../verifies.js'

const event = { type: 'message', text: 'Hello' }
const fileActions = ['send_file', 'upload_image']
const isResponse = ({ type }: Frame) => type === 'response'

proving('the Web API', (storage) => {
  const suite = useEngine(storage)

  verifies(
    [
      'chat.web.customer.address',
      'chat.web.agent.address',
      'chat.web.header.authorization',
      'chat.web.header.content_type',
      'chat.web.body.payload',
      'chat.authentication.customer_token',
      'chat.authentication.agent_token',
      'chat.version.path',
      'decisions.15.web_body',
    ],
    'the Web API accepts a POST of {payload} with a bearer token, and returns the payload itself',
    async () => {
      const world = await suite.world()
      for (const [person, query] of [
        [await world.customer(), `?license_id=${world.licenseId}`],
        [await world.agent('ada'), ''],
      ] as const) {
        const version = person.api === 'customer' ? 'v0.5' : 'v0.4'
        const url = (action: string) => {
          return `${suite.engine.origin}/${person.api}/${version}/action/${action}${query}`
        }
        const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' }
        const started = await exchange(url('start_chat'), { method: 'POST', headers, body: '{}' })
        assert.equal(started.status, 200)
        const chat_id = at(started.body, 'chat.id')
        const body = JSON.stringify({ payload: { chat_id, event } })
        const sent = await exchange(url('send_event'), { method: 'POST', headers, body })
        assert.deepEqual([sent.status, Object.keys(Object(sent.body))], [200, ['thread_id', 'event']])
        const closing = JSON.stringify({ payload: { chat_id } })
        const closed = await exchange(url('close_thread'), { method: 'POST', headers, body: closing })
        assert.deepEqual([closed.status, closed.body], [200, {}])
        const plain = { ...headers, 'content-type': 'text/plain' }
        const refused = await exchange(url('send_event'), { method: 'POST', headers: plain, body })
        assert.deepEqual(at(refused.body, 'error'), validation('Content-Type must be application/json'))
      }
    },
  )

  verifies(
    ['chat.web.customer.license_id', 'decisions.15.license_id', 'decisions.1.2.license_id'],
    'the Web API requires the license of a customer, a positive integer, in each request',
    async () => {
      const { token, world } = await (await suite.world()).customer()
      const url = `${suite.engine.origin}/customer/v0.5/action/get_chats_summary`
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const ask = (query: string) => exchange(url + query, { method: 'POST', headers })
      assert.equal((await ask(`?license_id=${world.licenseId}`)).status, 200)
      const missing = await ask('')
      assert.equal(missing.status, 400)
      assert.deepEqual(at(missing.body, 'error'), validation('the query parameter license_id is required'))
      for (const value of ['0', '-1', '1.5', 'one', '']) {
        const { body } = await ask(`?license_id=${value}`)
        const detail = 'the query parameter license_id must be one positive integer'
        assert.deepEqual(at(body, 'error'), validation(detail))
      }
    },
  )

  verifies(
    ['chat.web.agent.body.author_id', 'chat.rtm.request.author_id', 'decisions.5.5.author_id'],
    'the Web API accepts an author_id only for bots, like the RTM API',
    async () => {
      const agent = await (await suite.world()).agent('ada')
      const { chatId: chat_id } = await startChat(agent)
      const error = authorization('author_id is not a bot of this application')
      const request = { chat_id, event }
      for (const caller of [agent.web(), await agent.connect()]) {
        for (const authorId of [agent.id, 'nobody']) {
          assert.deepEqual(await caller.refuse('send_event', request, { authorId }), error)
        }
      }
    },
  )

  verifies('chat.push.websocket_only', 'the Web API sends only the response', async () => {
    const customer = await (await suite.world()).customer()
    const { chatId: chat_id } = await startChat(customer)
    const connection = await customer.connect()
    const { body } = await customer.web().post('send_event', { chat_id, event })
    assert.deepEqual(Object.keys(Object(body)), ['thread_id', 'event'])
    await connection.push('incoming_event')
  })
})

proving('the RTM API', (storage) => {
  const suite = useEngine(storage)

  verifies(
    [
      'chat.rtm.customer.websocket',
      'chat.rtm.agent.websocket',
      'chat.rtm.request.request_id',
      'chat.rtm.request.action',
      'chat.rtm.request.payload',
      'chat.rtm.response.request_id',
      'chat.rtm.response.action',
      'chat.rtm.response.type',
      'chat.rtm.response.success',
      'chat.rtm.response.payload',
      'chat.authentication.customer_token',
      'chat.authentication.agent_token',
      'chat.version.path',
    ],
    'the RTM API answers a request by its request_id and action, with success and a payload',
    async () => {
      const world = await suite.world()
      for (const person of [await world.customer(), await world.agent('ada')]) {
        const connection = await person.open()
        assert.match(person.rtmUrl(), /\/(customer\/v0\.5|agent\/v0\.4)\/rtm\/ws/)
        const ask = async (envelope: object) => {
          connection.send(envelope)
          return connection.next(isResponse, 'a response')
        }
        const login = { request_id: '1', action: 'login', payload: { token: person.token } }
        const loggedIn = await ask(login)
        const head = { request_id: '1', action: 'login', type: 'response', success: true }
        assert.deepEqual(loggedIn, { ...head, payload: loggedIn.payload })
        const started = await ask({ action: 'start_chat' })
        const chat_id = at(started, 'payload.chat.id')
        const plain = { action: 'start_chat', type: 'response', success: true }
        assert.deepEqual(started, { ...plain, payload: started.payload })
        const closed = await ask({ request_id: 'ü', action: 'close_thread', payload: { chat_id } })
        assert.deepEqual(closed, {
          ...{ request_id: 'ü', action: 'close_thread', type: 'response', success: true, payload: {} },
        })
      }
    },
  )

  verifies(
    'chat.rtm.customer.license_id',
    'the RTM API requires the license of a customer to connect',
    async () => {
      const customer = await (await suite.world()).customer()
      const [address = ''] = customer.rtmUrl().split('?')
      for (const [query, detail] of [
        ['', 'is required'],
        ['?license_id=one', 'must be one positive integer'],
      ]) {
        const body = { error: validation(`the query parameter license_id ${detail}`) }
        assert.deepEqual(await RtmClient.openRefused(address + query), { status: 400, body })
      }
    },
  )

  verifies(
    [
      'chat.rtm.push.request_id',
      'chat.rtm.push.action',
      'chat.rtm.push.type',
      'chat.rtm.push.payload',
      'chat.push.action',
      'decisions.5.4.author',
    ],
    'the RTM API pushes to all, with the request_id only for the caller',
    async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId: chat_id } = await startChat(customer)
      const [caller, own, desk] = [await customer.connect(), await customer.connect(), await agent.connect()]
      const requestId = caller.request('send_event', { chat_id, event })
      const { payload } = await caller.response(requestId)
      const push = { action: 'incoming_event', type: 'push', payload: { chat_id, ...Object(payload) } }
      assert.deepEqual(await caller.pushes(), [{ request_id: requestId, ...push }])
      assert.deepEqual(await own.pushes(), [push])
      const [deskPush] = await desk.pushes()
      assert.ok(deskPush)
      assert.deepEqual(
        [deskPush.action, deskPush.type, has(deskPush, 'request_id')],
        ['incoming_event', 'push', false],
      )
      assert.equal(at(deskPush, 'payload.event.id'), at(payload, 'event.id'))
    },
  )

  verifies(
    ['chat.rtm.ping', 'decisions.10.1.ping'],
    'the RTM API answers the message ping, before login too',
    async () => {
      const customer = await (await suite.world()).customer()
      const connection = await customer.open()
      const answer = { action: 'ping', type: 'response', success: true }
      for (const isLoggedIn of [false, true]) {
        if (isLoggedIn) await connection.succeed('login', { token: customer.token })
        connection.send({ action: 'ping' })
        assert.deepEqual(await connection.next(isResponse, 'an answer'), answer)
        connection.send({ request_id: '1', action: 'ping' })
        assert.deepEqual(await connection.next(isResponse, 'an answer'), { request_id: '1', ...answer })
      }
    },
  )

  verifies(
    ['chat.rtm.ordering', 'decisions.10.5.order', 'decisions.1.3.event_order'],
    'the RTM API sends events of one moment in order, including the response',
    async () => {
      const customer = await (await suite.world()).customer()
      const { chatId: chat_id } = await startChat(customer)
      const connection = await customer.connect()
      const ids = Array.from({ length: 10 }, () => connection.request('send_event', { chat_id, event }))
      const responses = await Promise.all(ids.map((id) => connection.response(id)))
      const pushes = await connection.pushes()
      const orders = (frames: readonly Frame[]) => frames.map((frame) => at(frame, 'payload.event.order'))
      const ascending = Array.from({ length: 10 }, (_, index) => index + 1)
      assert.deepEqual(orders(pushes), ascending)
      assert.deepEqual(new Set(orders(responses)), new Set(ascending))
      const times = new Set(pushes.map((push) => at(push, 'payload.event.timestamp')))
      assert.equal(times.size, 1)
      for (const [index, frame] of connection.frames.entries()) {
        if (frame.action !== 'send_event') continue
        const before = connection.frames[index - 1]
        assert.equal(at(before, 'payload.event.order'), at(frame, 'payload.event.order'))
      }
    },
  )

  verifies('decisions.10.7.both', 'the RTM API has every action of the Web API, and login', async () => {
    const recording = await recordingOf(storage)
    for (const api of ['customer', 'agent'] as const) {
      const namesOver = (transport: Transport) => {
        const own = recording.filter((one) => one.api === api && one.transport === transport)
        return new Set(own.filter(({ kind }) => kind === 'response').map(({ name }) => name))
      }
      const overWeb = [...namesOver('web')].filter((name) => !fileActions.includes(name))
      assert.deepEqual(namesOver('rtm'), new Set([...overWeb, 'login']))
    }
    const world = await suite.world()
    for (const person of [await world.customer(), await world.agent('ada')]) {
      const error = await person.web().refuse('login', { token: person.token })
      const place = 'it is an action in real time, at rtm/ws or rtm/sio'
      assert.deepEqual(error, validation(`unknown action "login" here: ${place}`))
    }
  })
})
