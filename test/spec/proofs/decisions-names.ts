import assert from 'node:assert/strict'
import { say, startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at, listAt, numberAt, textAt } from '../../support/json.js'
import { exchange } from '../../support/web-client.js'
import { Person } from '../../support/world.js'
import { isMap, uuid } from '../checks.js'
import { proving } from '../proving.js'
import { recordingOf } from '../recording/recording.js'
import { verifies } from '../verifies.js'

proving('names, ids and time', (storage) => {
  const suite = useEngine(storage)

  verifies(
    ['chat.timestamps', 'decisions.1.1.seconds'],
    'every timestamp is a whole number of Unix seconds',
    async () => {
      const found = (await recordingOf(storage)).flatMap(({ payload }) => timestampsIn(payload))
      assert.ok(found.length > 1_000)
      for (const value of found) assert.equal(value, startSeconds)
      suite.engine.clock.advance(1_700)
      const { chatId } = await startChat(await (await suite.world()).customer())
      assert.ok(uuid.holds(chatId))
      const agent = await (await suite.world()).agent('ada')
      const started = await agent.web().succeed('start_chat')
      assert.equal(at(started, 'chat.thread.timestamp'), startSeconds + 1)
    },
  )

  verifies('decisions.1.2.uuid', 'customers, chats, threads and events have UUIDv7', async () => {
    const customer = await (await suite.world()).customer()
    const { chatId, threadId } = await startChat(customer)
    const eventId = await say(customer, chatId, 'Hello')
    for (const id of [customer.id, chatId, threadId, eventId]) assert.ok(uuid.holds(id), id)
  })

  verifies('decisions.1.2.agent_id', 'the id of an agent is the login in lower case', async () => {
    const { licenseId, clientId, ...world } = await suite.world()
    const { agents, tokens } = world.engine.parley.admin
    const login = `Ada-${licenseId}@Example.com`
    const { id } = await agents.create({ licenseId, login, name: 'Ada' })
    const { accessToken } = await tokens.createForAgent({ licenseId, clientId, agentId: id })
    const agent = new Person(await suite.world(), 'agent', id, accessToken)
    const response = await (await agent.open()).succeed('login', { token: accessToken })
    assert.equal(at(response, 'my_profile.id'), login.toLowerCase())
  })

  verifies('decisions.16.7.any_case', 'an agent id is accepted in any case, on each transport', async () => {
    const world = await suite.world()
    const [ada, bob] = [await world.agent('ada'), await world.agent('bob')]
    const { chatId: chat_id } = await startChat(ada)
    const agent_ids = [bob.id.toUpperCase()]
    for (const caller of [ada.web(), await ada.connect()]) {
      const observer = await bob.connect()
      await caller.succeed('join_chat', { chat_id, agent_ids })
      await caller.succeed('remove_from_chat', { chat_id, agent_ids })
      const [joined, left] = await observer.pushes()
      assert.equal(at(joined, 'payload.updated_users.agents.added.0.id'), bob.id)
      assert.deepEqual(at(left, 'payload.updated_users.agents.removed_ids'), [bob.id])
    }
  })

  verifies(
    ['decisions.1.3.thread_order', 'decisions.1.3.event_order', 'decisions.6.1.one_active'],
    'threads and events count 1, 2, 3, and at most the last thread is active',
    async () => {
      const customer = await (await suite.world()).customer()
      const { chatId: chat_id } = await startChat(customer)
      const web = customer.web()
      for (let thread = 1; thread <= 3; thread += 1) {
        for (let count = 0; count < 3; count += 1) await say(customer, chat_id, 'Hello')
        if (thread < 3) await web.succeed('close_thread', { chat_id })
      }
      const summary = await web.succeed('get_chat_threads_summary', { chat_id })
      const thread_ids = listAt(summary, 'threads_summary').map((thread) => textAt(thread, 'id'))
      const read = await web.succeed('get_chat_threads', { chat_id, thread_ids })
      const threads = listAt(read, 'chat.threads').toSorted(
        (one, other) => numberAt(one, 'order') - numberAt(other, 'order'),
      )
      assert.deepEqual(
        threads.map((thread) => at(thread, 'order')),
        [1, 2, 3],
      )
      assert.deepEqual(
        threads.map((thread) => at(thread, 'active')),
        [false, false, true],
      )
      const orders = threads.map((thread) => listAt(thread, 'events').map((event) => at(event, 'order')))
      assert.deepEqual(orders, [
        [1, 2, 3, 4],
        [1, 2, 3, 4],
        [1, 2, 3],
      ])
    },
  )

  verifies('decisions.1.3.summary_order', 'a chat summary is ordered by its newest event', async () => {
    const customer = await (await suite.world()).customer()
    const { chatId } = await startChat(customer)
    suite.engine.clock.advance(1_234)
    await say(customer, chatId, 'Hello')
    const summary = await customer.web().succeed('get_chats_summary')
    assert.equal(at(summary, 'chats_summary.0.order'), suite.engine.clock.now())
  })

  verifies('decisions.1.6.unicode', 'any text comes back as it was sent', async () => {
    const customer = await (await suite.world()).customer()
    const { chatId: chat_id } = await startChat(customer)
    for (const text of ['Grüße, 世界 🎉', 'e\u0301', '\u202eabc', ' \t\n\u0001.', '\ufeffa', '\uffff']) {
      const sent = await customer.web().succeed('send_event', { chat_id, event: { type: 'message', text } })
      assert.equal(at(sent, 'event.text'), text)
    }
    const summary = await customer.web().succeed('get_chats_summary')
    const last = at(summary, 'chats_summary.0.last_event_per_type.message.event.text')
    assert.equal(last, '\uffff')
  })

  verifies(
    ['decisions.1.6.nul', 'decisions.1.6.surrogate'],
    'a NUL character or a lone surrogate is refused, wherever it is',
    async () => {
      const customer = await (await suite.world()).customer()
      const { chatId: chat_id } = await startChat(customer)
      for (const [character, what] of [
        ['\0', 'a NUL character'],
        ['\ud800', 'a lone surrogate'],
      ]) {
        for (const caller of [customer.web(), await customer.connect()]) {
          const event = { type: 'message', text: `a${character}` }
          const error = validation(`request.payload.event.text contains ${what}`)
          assert.deepEqual(await caller.refuse('send_event', { chat_id, event }), error)
          const content = { nested: [`${character}`] }
          const custom = { type: 'custom', content }
          const inside = await caller.refuse('send_event', { chat_id, event: custom })
          assert.deepEqual(inside, validation(`request.payload.event.content.nested[0] contains ${what}`))
        }
      }
    },
  )

  verifies(
    ['decisions.1.6.keys', 'decisions.1.6.content'],
    'names with a meaning in JavaScript are refused as keys, except within content',
    async () => {
      const customer = await (await suite.world()).customer()
      const { chatId: chat_id } = await startChat(customer)
      const headers = { authorization: `Bearer ${customer.token}`, 'content-type': 'application/json' }
      const ask = (action: string, payload: string) => {
        const url = `${suite.engine.origin}/customer/v0.5/action/${action}?license_id=${customer.world.licenseId}`
        return exchange(url, { method: 'POST', headers, body: `{"payload":${payload}}` })
      }
      for (const key of ['__proto__', 'constructor', 'prototype']) {
        for (const [action, payload] of [
          ['update_customer', `{"fields":{"${key}":"x"}}`],
          ['start_chat', `{"chat":{"properties":{"${key}":{"a":1}}}}`],
          ['start_chat', `{"chat":{"properties":{"test":{"${key}":1}}}}`],
        ] as const) {
          const { status, body } = await ask(action, payload)
          assert.deepEqual([status, at(body, 'error.type')], [400, 'validation'], payload)
        }
        const content = `{"${key}":{"a":[null]}}`
        const { body } = await ask(
          'send_event',
          `{"chat_id":"${chat_id}","event":{"type":"custom","content":${content}}}`,
        )
        assert.equal(JSON.stringify(at(body, 'event.content')), content)
      }
    },
  )
})

const timeKeys = ['timestamp', 'start', 'last_visit', 'last_seen_timestamp', 'creation_timestamp']

function timestampsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(timestampsIn)
  if (!isMap(value)) return []
  return Object.entries(value).flatMap(([key, part]) => {
    return timeKeys.includes(key) ? [part] : timestampsIn(part)
  })
}
