import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at, textAt } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { pushFrame } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'

forEachStorage('agent start_chat', (storage) => {
  const suite = useEngine(storage)

  forEachTransport('agent', (transport, version) => {
    test('start_chat opens a chat with the agent as its only member', async () => {
      const agent = await (await suite.world()).agent('ada', { email: 'ada@example.com' })
      const observer = await agent.connect(version)
      const caller = await agent.via(transport, version)
      const response = await caller.succeed('start_chat', {
        chat: {
          properties: { test: { bool_property: true } },
          thread: {
            events: [
              { type: 'message', text: 'Note', recipients: 'agents' },
              { type: 'annotation', annotation_type: 'rating' },
            ],
            properties: { test: { string_property: { value: 'blue' } } },
          },
        },
      })
      const event = (index: number) => ({
        ...{ id: textAt(response, `chat.thread.events.${index}.id`), order: index + 1 },
        ...{ timestamp: startSeconds, author_id: agent.id },
      })
      assert.deepEqual(response, {
        chat: {
          id: textAt(response, 'chat.id'),
          users: [
            {
              ...{ id: agent.id, type: 'agent', name: 'ada', email: 'ada@example.com', present: true },
              routing_status: 'accepting_chats',
            },
          ],
          properties: { test: { bool_property: { value: true } } },
          thread: {
            ...{ id: textAt(response, 'chat.thread.id'), active: true, order: 1, timestamp: startSeconds },
            user_ids: [agent.id],
            properties: { test: { string_property: { value: 'blue' } } },
            events: [
              { ...event(0), recipients: 'agents', type: 'message', text: 'Note' },
              { ...event(1), recipients: 'all', type: 'annotation', annotation_type: 'rating' },
            ],
          },
        },
      })
      assert.deepEqual(await observer.pushes(), [pushFrame('incoming_chat_thread', response)])
    })

    test('start_chat needs no scope', async () => {
      const agent = await (await suite.world()).agent('ada', { permission: 'normal', scopes: [] })
      const response = await (await agent.via(transport, version)).succeed('start_chat')
      assert.deepEqual(at(response, 'chat.thread.events'), [])
    })

    test('start_chat refuses a recipient that does not exist', async () => {
      const agent = await (await suite.world()).agent('ada')
      const events = [{ type: 'message', text: 'Note', recipients: 'everybody' }]
      assert.deepEqual(
        await (await agent.via(transport, version)).refuse('start_chat', { chat: { thread: { events } } }),
        validation('payload.chat.thread.events[0].recipients must be one of all, agents'),
      )
    })

    test('start_chat refuses a system message', async () => {
      const agent = await (await suite.world()).agent('ada')
      const events = [{ type: 'system_message', text: 'Note', system_message_type: 'thread_archived' }]
      const types = ['message', 'annotation', 'filled_form', 'custom', 'file']
      if (version !== 'v0.3') types.push('rich_message')
      assert.deepEqual(
        await (await agent.via(transport, version)).refuse('start_chat', { chat: { thread: { events } } }),
        validation(`payload.chat.thread.events[0].type must be one of ${types.join(', ')}`),
      )
    })
  })

  describe('the scopes of the thread in start_chat', () => {
    const scopes = { groups: [4], agents: ['ada@example.com'] }

    test('thread scopes in v0.3 become the scopes of the chat', async () => {
      const agent = await (await suite.world()).agent('ada')
      const chat = await agent.web('v0.3').succeed('start_chat', { chat: { thread: { scopes } } })
      const read = await agent.web('v0.3').succeed('get_chat_threads', { chat_id: textAt(chat, 'chat.id') })
      assert.deepEqual(at(read, 'chat.scopes'), scopes)
    })

    test('thread scopes are refused in v0.4', async () => {
      const agent = await (await suite.world()).agent('ada')
      const chat = await agent.web('v0.4').succeed('start_chat', { chat: { thread: { scopes } } })
      const read = await agent.web('v0.4').succeed('get_chat_threads', { chat_id: textAt(chat, 'chat.id') })
      assert.deepEqual(at(read, 'chat.scopes'), {})
    })

    test('thread scopes in v0.3 hold at most 100 groups', async () => {
      const agent = await (await suite.world()).agent('ada')
      const groups = Array.from({ length: 101 }, (_, group) => group)
      assert.deepEqual(
        await agent.web('v0.3').refuse('start_chat', { chat: { thread: { scopes: { groups } } } }),
        validation('payload.chat.thread.scopes.groups must have at most 100 items'),
      )
    })
  })
})
