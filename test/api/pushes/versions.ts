import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { unknownChat, validation } from '../../support/errors.js'
import { at, has, listAt, textAt } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import { post } from '../../support/web-client.js'
import { agentVersions, customerVersions } from '../../support/world.js'

const richMessage = { type: 'rich_message', template_id: 'cards' }
const unsupported = { error: { type: 'unsupported_version', message: 'Unsupported version' } }

forEachStorage('versions', (storage) => {
  const suite = useEngine(storage)

  describe('a rich message', () => {
    test('a rich message is pushed to the versions that have it, and to no other', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId } = await startChat(customer)
      await agent.web().succeed('join_chat', { chat_id: chatId, agent_ids: [agent.id] })
      const clients = {
        old: await Promise.all([customer.connect('v0.3'), customer.connect('v0.4'), agent.connect('v0.3')]),
        new: await Promise.all([customer.connect('v0.5'), agent.connect('v0.4')]),
      }
      await agent.web().succeed('send_event', { chat_id: chatId, event: richMessage })
      await say(customer, chatId, 'Thanks')
      for (const client of clients.old) {
        const types = (await client.pushes()).map((push) => textAt(push, 'payload.event.type'))
        assert.deepEqual(types, ['message'])
      }
      for (const client of clients.new) {
        const types = (await client.pushes()).map((push) => textAt(push, 'payload.event.type'))
        assert.deepEqual(types, ['rich_message', 'message'])
      }
    })

    test('a rich message is read in the versions that have it, and left out in the others', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId, threadId } = await startChat(customer)
      await agent.web().succeed('send_event', { chat_id: chatId, event: richMessage })
      const request = { chat_id: chatId, thread_ids: [threadId] }
      const counts = async (caller: ReturnType<typeof customer.web>) =>
        at(await caller.succeed('get_chat_threads', request), 'chat.threads.0.events.length')
      const customerCounts = await Promise.all(
        customerVersions.map((version) => counts(customer.web(version))),
      )
      const agentCounts = await Promise.all(agentVersions.map((version) => counts(agent.web(version))))
      assert.deepEqual(
        [customerCounts, agentCounts],
        [
          [0, 0, 1],
          [0, 1],
        ],
      )
    })

    test('a rich message is not the last event in versions that do not have it', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId } = await startChat(customer)
      await agent.web().succeed('send_event', { chat_id: chatId, event: richMessage })
      const last = async (caller: ReturnType<typeof customer.web>, action: string, path: string) =>
        at(await caller.succeed(action), `chats_summary.0.${path}`)
      const summary = 'get_chats_summary'
      assert.deepEqual(await last(customer.web('v0.3'), summary, 'last_event_per_type.events'), {})
      assert.deepEqual(await last(customer.web('v0.4'), summary, 'last_event_per_type'), {})
      assert.ok(has(await last(customer.web('v0.5'), summary, 'last_event_per_type'), 'rich_message'))
      const filtered = 'get_filtered_chats'
      const inThread = 'last_thread_summary.last_event_per_type'
      assert.deepEqual(await last(agent.web('v0.3'), filtered, inThread), [])
      assert.ok(has(await last(agent.web('v0.4'), filtered, 'last_event_per_type'), 'rich_message'))
    })

    test('a rich message that opens a thread leaves the thread empty in versions that do not have it', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId } = await startChat(customer)
      await customer.web().succeed('close_thread', { chat_id: chatId })
      const [old, recent] = [await customer.connect('v0.3'), await customer.connect('v0.5')]
      await agent.web().succeed('send_event', { chat_id: chatId, event: richMessage })
      assert.deepEqual(listAt(await old.push('incoming_chat_thread'), 'chat.thread.events'), [])
      assert.equal(listAt(await recent.push('incoming_chat_thread'), 'chat.thread.events').length, 1)
    })
  })

  describe('update_last_seen_timestamp of customers', () => {
    test('update_last_seen_timestamp takes no chat in v0.3, and needs one in later versions', async () => {
      const customer = await (await suite.world()).customer()
      await customer.web('v0.3').succeed('update_last_seen_timestamp')
      for (const version of ['v0.4', 'v0.5']) {
        assert.deepEqual(
          await customer.web(version).refuse('update_last_seen_timestamp'),
          validation('payload.chat_id is required'),
        )
        assert.deepEqual(
          await customer.web(version).refuse('update_last_seen_timestamp', { chat_id: 'nowhere' }),
          unknownChat,
        )
      }
    })
  })

  describe('a version that does not exist', () => {
    const addresses = [
      ...['v0.1', 'v0.2', 'v0.6', 'v1', '0.5', 'V0.5', 'latest'].map(
        (version) => ['customer', version] as const,
      ),
      ...['v0.2', 'v0.5', 'v1.0'].map((version) => ['agent', version] as const),
    ]
    for (const [api, version] of addresses) {
      test(`an unknown version is refused: ${api} ${version}`, async () => {
        const world = await suite.world()
        const person = api === 'customer' ? await world.customer() : await world.agent('ada')
        const { token } = person
        const { licenseId } = world
        const answer = await post(suite.engine.origin, [api, version, 'get_chats_summary'], {
          token,
          licenseId,
        })
        assert.deepEqual([answer.status, answer.body], [400, unsupported])
      })

      test(`a websocket of an unknown version gets the error and is closed: ${api} ${version}`, async () => {
        const world = await suite.world()
        const person = api === 'customer' ? await world.customer() : await world.agent('ada')
        const connection = await person.open(version)
        assert.deepEqual(await connection.framesUntilEnd(), [
          { action: `${api}_disconnected`, type: 'push', payload: { reason: 'unsupported_version' } },
        ])
        assert.equal((await connection.waitForEnd()).code, 4004)
      })
    }
  })
})
