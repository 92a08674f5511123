import assert from 'node:assert/strict'
import { startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { validationMessage } from '../../support/errors.js'
import { at, textAt } from '../../support/json.js'
import { uuid } from '../checks.js'
import { objectsOf } from '../fields/shown.js'
import { proving } from '../proving.js'
import { annotation, custom, filledForm, message, richMessage } from '../recording/events.js'
import { recordingOf } from '../recording/recording.js'
import { verifies } from '../verifies.js'

/** Events, and the fields of each that a client chooses. */
const given = [
  [message, ['custom_id']],
  [annotation, ['custom_id', 'annotation_type', 'text']],
  [filledForm, ['custom_id', 'fields']],
  [custom, ['custom_id', 'content']],
  [richMessage, ['custom_id', 'template_id']],
] as const

proving('events', (storage) => {
  verifies(
    ['chat.event.custom_id', 'chat.event.filled_form.fields', 'chat.event.custom.content'],
    'events contain the fields that the client chose',
    async () => {
      const recording = await recordingOf(storage)
      for (const [event, fields] of given) {
        const events = objectsOf(`chat.md "Events", ${event.type}`, recording)
        assert.ok(events.length > 0)
        for (const { object } of events) {
          for (const field of fields) assert.deepEqual(object[field], at(event, field))
        }
      }
    },
  )

  verifies('chat.event.system_message.system_message_type', 'a closed thread is archived', async () => {
    const events = objectsOf('chat.md "Events", system_message', await recordingOf(storage))
    assert.ok(events.length > 0)
    for (const { object } of events) assert.equal(object.system_message_type, 'thread_archived')
  })
})

proving('sending events', (storage) => {
  const suite = useEngine(storage)
  const senders = async () => {
    const world = await suite.world()
    return [await world.customer(), await world.agent('ada')]
  }

  verifies('chat.server_side_fields', 'fields that the server sets cannot be sent', async () => {
    for (const sender of await senders()) {
      const { chatId: chat_id } = await startChat(sender)
      const forged = { id: 'mine', order: 9, timestamp: 1, author_id: 'somebody' }
      const event = { type: 'message', text: 'Hello', ...forged }
      const sent = await sender.web().succeed('send_event', { chat_id, event })
      assert.ok(uuid.holds(at(sent, 'event.id')))
      assert.deepEqual(
        ['order', 'timestamp', 'author_id'].map((field) => at(sent, `event.${field}`)),
        [1, startSeconds, sender.id],
      )
    }
  })

  verifies(
    ['chat.event.system_message.cannot_be_sent', 'decisions.6.6.system_message'],
    'a system message cannot be sent',
    async () => {
      for (const sender of await senders()) {
        const { chatId: chat_id } = await startChat(sender)
        const event = { type: 'system_message', text: 'Over', system_message_type: 'thread_archived' }
        const error = await sender.web().refuse('send_event', { chat_id, event })
        assert.equal(at(error, 'type'), 'validation')
        const [where, types = ''] = textAt(error, 'message').split('must be one of')
        assert.equal(where?.trim(), validationMessage('payload.event.type'))
        assert.deepEqual([types.includes('message'), types.includes('system')], [true, false])
      }
    },
  )

  verifies(
    ['chat.event.annotation.opens_no_thread', 'decisions.6.1.annotation'],
    'an annotation is added to the last thread, even if it is closed',
    async () => {
      for (const sender of await senders()) {
        const { chatId: chat_id, threadId } = await startChat(sender)
        await sender.web().succeed('close_thread', { chat_id })
        const observer = await sender.connect()
        const event = { type: 'annotation', annotation_type: 'rating' }
        const sent = await sender.web().succeed('send_event', { chat_id, event })
        assert.equal(textAt(sent, 'thread_id'), threadId)
        assert.deepEqual(
          (await observer.pushes()).map(({ action }) => action),
          ['incoming_event'],
        )
        const threads = await sender.web().succeed('get_chat_threads', { chat_id, thread_ids: [threadId] })
        assert.equal(at(threads, 'chat.threads.0.active'), false)
      }
    },
  )

  verifies('chat.event.rich_message.elements', 'elements and all their fields are optional', async () => {
    for (const sender of await senders()) {
      const { chatId: chat_id } = await startChat(sender)
      for (const event of [
        { type: 'rich_message', template_id: 'cards' },
        { type: 'rich_message', template_id: 'cards', elements: [{}] },
      ]) {
        const sent = Object(await sender.web().succeed('send_event', { chat_id, event }))
        for (const [key, value] of Object.entries(event)) assert.deepEqual(at(sent.event, key), value)
        assert.equal(Object.hasOwn(sent.event, 'elements'), 'elements' in event)
      }
    }
  })
})
