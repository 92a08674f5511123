import assert from 'node:assert/strict'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { notCovered, unknownChat, validationMessage } from '../../support/errors.js'
import { at, has, listAt, textAt } from '../../support/json.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

proving('scopes of a chat', (storage) => {
  const suite = useEngine(storage)
  const setUp = async () => {
    const world = await suite.world()
    const [customer, boss] = [await world.customer(), await world.agent('ada')]
    return { world, customer, boss, normal: await world.agent('bob', { permission: 'normal' }) }
  }

  verifies(
    [
      'chat.customer.update_chat_scopes',
      'chat.customer.update_chat_scopes.push',
      'chat.agent.update_chat_scopes',
      'chat.agent.update_chat_scopes.push',
      'chat.state.scopes.update_chat_scopes',
      'decisions.6.18.changed',
      'decisions.15.scopes_added',
    ],
    'scopes of a chat change as requested, and the push contains what was added and removed',
    async () => {
      const { customer, boss } = await setUp()
      for (const person of [customer, boss]) {
        const { chatId: chat_id } = await startChat(customer, { scopes: { groups: [1, 2] } })
        const [phone, desk] = [await customer.connect(), await boss.connect()]
        const request = { chat_id, add_scopes: { groups: [2, 3] }, remove_scopes: { groups: [1, 4] } }
        assert.deepEqual(await person.web().succeed('update_chat_scopes', request), {})
        const push = { chat_id, scopes_added: { groups: [3] }, scopes_removed: { groups: [1] } }
        for (const connection of [phone, desk]) {
          assert.deepEqual(await connection.push('chat_scopes_updated'), push)
        }
        const read = await boss.web().succeed('get_chat_threads', { chat_id })
        assert.deepEqual(new Set(listAt(read, 'chat.scopes.groups')), new Set([2, 3]))
        assert.deepEqual(await person.web().succeed('update_chat_scopes', request), {})
        for (const connection of [phone, desk]) assert.deepEqual(await connection.pushes(), [])
      }
    },
  )

  verifies('decisions.6.18.order', 'scopes of a chat contain what is both removed and added', async () => {
    const { customer, boss } = await setUp()
    const { chatId: chat_id } = await startChat(customer, { scopes: { groups: [1] } })
    const request = { chat_id, add_scopes: { groups: [1, 2] }, remove_scopes: { groups: [1, 2] } }
    await customer.web().succeed('update_chat_scopes', request)
    const read = await boss.web().succeed('get_chat_threads', { chat_id })
    assert.deepEqual(new Set(listAt(read, 'chat.scopes.groups')), new Set([1, 2]))
  })

  verifies(
    ['decisions.5.4.scopes', 'decisions.6.18.last'],
    'scopes of a chat decide which agents see the chat, and are pushed to them',
    async () => {
      const { customer, boss, normal } = await setUp()
      const { chatId: chat_id } = await startChat(customer)
      const desk = await normal.connect()
      await boss.web().succeed('update_chat_scopes', { chat_id, add_scopes: { groups: [7] } })
      await desk.push('chat_scopes_updated')
      assert.deepEqual(await normal.web().refuse('get_chat_threads', { chat_id }), notCovered)
      await boss.web().succeed('update_chat_scopes', { chat_id, remove_scopes: { groups: [7] } })
      await desk.push('chat_scopes_updated')
      await normal.web().succeed('get_chat_threads', { chat_id })
    },
  )

  verifies('decisions.6.18.bound', 'scopes of a chat name at most 100 groups', async () => {
    const { customer } = await setUp()
    const groups = Array.from({ length: 100 }, (_, index) => index)
    const { chatId: chat_id } = await startChat(customer, { scopes: { groups } })
    const error = await customer
      .web()
      .refuse('update_chat_scopes', { chat_id, add_scopes: { groups: [100] } })
    assert.equal(at(error, 'type'), 'validation')
    const exchange = { chat_id, add_scopes: { groups: [100] }, remove_scopes: { groups: [0] } }
    await customer.web().succeed('update_chat_scopes', exchange)
  })

  verifies(
    ['chat.version.agent_v0.3.update_chat_scopes.agents', 'decisions.6.18.agents'],
    'scopes of a chat name agents only in agent v0.3',
    async () => {
      const { customer, boss, normal } = await setUp()
      const { chatId: chat_id } = await startChat(customer, { scopes: { groups: [7] } })
      const agents = { chat_id, add_scopes: { agents: [normal.id] } }
      await boss.web('v0.3').succeed('update_chat_scopes', agents)
      await normal.web().succeed('get_chat_threads', { chat_id })
      await boss
        .web('v0.3')
        .succeed('update_chat_scopes', { chat_id, remove_scopes: { agents: [normal.id] } })
      assert.deepEqual(await normal.web().refuse('get_chat_threads', { chat_id }), notCovered)
      const nobody = { chat_id, add_scopes: { agents: ['nobody'] } }
      for (const [caller, request] of [
        [boss.web('v0.3'), nobody],
        [boss.web('v0.4'), agents],
        [customer.web(), agents],
      ] as const) {
        assert.equal(at(await caller.refuse('update_chat_scopes', request), 'type'), 'validation')
      }
    },
  )
})

proving('properties that are updated', (storage) => {
  const suite = useEngine(storage)
  const setUp = async () => {
    const world = await suite.world()
    return { world, customer: await world.customer(), agent: await world.agent('ada') }
  }

  verifies(
    [
      'chat.customer.update_chat_properties',
      'chat.customer.update_chat_properties.push',
      'chat.agent.update_chat_properties',
      'chat.agent.update_chat_properties.push',
      'chat.customer.push.chat_properties_updated.properties',
      'chat.agent.push.chat_properties_updated.properties',
      'decisions.6.19.others',
      'decisions.6.19.changed',
    ],
    'properties of a chat are pushed when their value changes, and the others stay',
    async () => {
      const { customer, agent } = await setUp()
      for (const person of [customer, agent]) {
        const test = { int_property: 1, string_property: 'a', bool_property: true }
        const { chatId: chat_id } = await startChat(customer, { properties: { test } })
        const [phone, desk] = [await customer.connect(), await agent.connect()]
        const update = { test: { int_property: 2, string_property: { value: 'a' } } }
        const request = { chat_id, properties: update }
        assert.deepEqual(await person.web().succeed('update_chat_properties', request), {})
        const changed = { test: { int_property: { value: 2 } } }
        for (const connection of [phone, desk]) {
          const push = await connection.push('chat_properties_updated')
          assert.deepEqual(push, { chat_id, properties: changed })
        }
        const read = await agent.web().succeed('get_chat_threads', { chat_id })
        assert.deepEqual(at(read, 'chat.properties.test'), {
          ...{ int_property: { value: 2 }, string_property: { value: 'a' }, bool_property: { value: true } },
        })
        assert.deepEqual(await person.web().succeed('update_chat_properties', request), {})
        assert.deepEqual(await phone.pushes(), [])
      }
    },
  )

  verifies(
    [
      'chat.customer.update_chat_thread_properties',
      'chat.customer.update_chat_thread_properties.push',
      'chat.agent.update_chat_thread_properties',
      'chat.agent.update_chat_thread_properties.push',
      'chat.customer.push.chat_thread_properties_updated.properties',
      'chat.agent.push.chat_thread_properties_updated.properties',
      'decisions.6.19.others',
      'decisions.6.19.changed',
      'decisions.6.19.thread',
    ],
    'properties of a thread are pushed when their value changes, even after it is closed',
    async () => {
      const { customer, agent } = await setUp()
      for (const person of [customer, agent]) {
        const test = { int_property: 1, string_property: 'a' }
        const chat = { thread: { properties: { test } } }
        const { chatId: chat_id, threadId: thread_id } = await startChat(customer, chat)
        await customer.web().succeed('close_thread', { chat_id })
        const [phone, desk] = [await customer.connect(), await agent.connect()]
        const update = { test: { int_property: 2, string_property: 'a' } }
        const request = { chat_id, thread_id, properties: update }
        assert.deepEqual(await person.web().succeed('update_chat_thread_properties', request), {})
        const changed = { test: { int_property: { value: 2 } } }
        for (const connection of [phone, desk]) {
          const push = await connection.push('chat_thread_properties_updated')
          assert.deepEqual(push, { chat_id, thread_id, properties: changed })
        }
        const read = await customer.web().succeed('get_chat_threads', { chat_id, thread_ids: [thread_id] })
        assert.deepEqual(at(read, 'chat.threads.0.properties.test'), {
          ...{ int_property: { value: 2 }, string_property: { value: 'a' } },
        })
        const wrong = { ...request, thread_id: 'nowhere' }
        const error = await person.web().refuse('update_chat_thread_properties', wrong)
        assert.ok(textAt(error, 'message').startsWith(validationMessage('payload.thread_id')))
        const unknown = { ...request, chat_id: 'nowhere' }
        assert.deepEqual(await person.web().refuse('update_chat_thread_properties', unknown), unknownChat)
      }
    },
  )

  verifies('decisions.6.19.changed', 'properties are pushed only to users who may read them', async () => {
    const { world, customer, agent } = await setUp()
    const all = { read: true, write: true }
    const users = { agent: all, customer: { read: false, write: false } }
    await suite.engine.parley.admin.properties.createOrReplace({
      ...{ licenseId: world.licenseId, namespace: 'shop', name: 'mood', type: 'string' },
      locations: { chat: users, thread: users },
    })
    const { chatId: chat_id, threadId: thread_id } = await startChat(customer)
    const [phone, desk] = [await customer.connect(), await agent.connect()]
    const secret = { shop: { mood: 'bad' } }
    const both = { shop: { mood: 'good' }, test: { int_property: 1 } }
    for (const [action, name, ids] of [
      ['update_chat_properties', 'chat_properties_updated', { chat_id }],
      ['update_chat_thread_properties', 'chat_thread_properties_updated', { chat_id, thread_id }],
    ] as const) {
      await agent.web().succeed(action, { ...ids, properties: secret })
      assert.deepEqual(at(await desk.push(name), 'properties'), { shop: { mood: { value: 'bad' } } })
      assert.deepEqual(await phone.pushes(), [])
      await agent.web().succeed(action, { ...ids, properties: both })
      const seen = await phone.push(name)
      assert.deepEqual(at(seen, 'properties'), { test: { int_property: { value: 1 } } })
      await desk.pushes()
      assert.equal(
        at(await customer.web().refuse(action, { ...ids, properties: secret }), 'type'),
        'authorization',
      )
    }
    const read = await customer.web().succeed('get_chats_summary')
    assert.equal(has(at(read, 'chats_summary.0.properties'), 'shop'), false)
  })

  verifies('decisions.6.19.bound', 'properties have at most 16 KiB together with existing ones', async () => {
    const { world, customer } = await setUp()
    const all = { read: true, write: true }
    const users = { agent: all, customer: all }
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await suite.engine.parley.admin.properties.createOrReplace({
        ...{ licenseId: world.licenseId, namespace: 'shop', name, type: 'string' },
        locations: { chat: users, thread: users },
      })
    }
    const { chatId: chat_id, threadId: thread_id } = await startChat(customer)
    const value = 'x'.repeat(4_096)
    for (const [action, ids] of [
      ['update_chat_properties', { chat_id }],
      ['update_chat_thread_properties', { chat_id, thread_id }],
    ] as const) {
      const update = (shop: object) => ({ ...ids, properties: { shop } })
      await customer.web().succeed(action, update({ a: value, b: value, c: value }))
      const error = await customer.web().refuse(action, update({ d: value, e: value }))
      assert.equal(at(error, 'type'), 'validation')
      assert.match(textAt(error, 'message'), /16384 bytes/)
    }
  })
})
