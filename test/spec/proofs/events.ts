import assert from 'node:assert/strict'
import { startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at, textAt } from '../../support/json.js'
import { boolean, integer, listOf, mapOf, object, oneOf, optional, text, timestamp, uuid } from '../checks.js'
import { proving } from '../proving.js'
import { filledForm, message } from '../recording/events.js'
import { objectsOfKind } from '../recording/kinds.js'
import { recordingOf } from '../recording/recording.js'
import { showsFields } from '../shows.js'
import { verifies } from '../verifies.js'

const types = ['message', 'system_message', 'annotation', 'filled_form', 'file', 'custom', 'rich_message']
const fieldTypes = ['text', 'email', 'radio', 'checkbox', 'select']

proving('events', (storage) => {
  showsFields(storage, {
    'chat.event.id': uuid,
    'chat.event.order': integer,
    'chat.event.type': oneOf(...types),
    'chat.event.timestamp': timestamp,
    'chat.event.custom_id': optional(oneOf(message.custom_id)),
    'chat.event.properties': optional(mapOf(mapOf(object))),
    'chat.event.author_id': optional(text),
    'chat.event.message.text': text,
    'chat.event.system_message.text': text,
    'chat.event.system_message.system_message_type': oneOf('thread_archived'),
    'chat.event.annotation.annotation_type': oneOf('rating'),
    'chat.event.annotation.text': text,
    'chat.event.custom.content': object,
  })
  showsFields(storage, { 'chat.event.recipients': oneOf('all', 'agents') }, { customer: [] })
  showsFields(storage, {
    'chat.event.filled_form.fields': listOf(object),
    'chat.event.filled_form.fields[].type': oneOf(...fieldTypes),
    'chat.event.filled_form.fields[].name': text,
    'chat.event.filled_form.fields[].label': text,
    'chat.event.filled_form.fields[].required': boolean,
    'chat.event.filled_form.fields[].value': optional(text),
    'chat.event.filled_form.fields[].options': optional(listOf(object)),
    'chat.event.filled_form.fields[].options[].label': text,
    'chat.event.filled_form.fields[].options[].value': text,
    'chat.event.filled_form.fields[].options[].checked': boolean,
  })
  showsFields(storage, {
    'chat.event.rich_message.template_id': text,
    'chat.event.rich_message.elements': listOf(object),
    'chat.event.rich_message.elements[].title': text,
    'chat.event.rich_message.elements[].subtitle': optional(text),
    'chat.event.rich_message.elements[].image': optional(object),
    'chat.event.rich_message.elements[].image.name': text,
    'chat.event.rich_message.elements[].image.url': text,
    'chat.event.rich_message.elements[].image.content_type': text,
    'chat.event.rich_message.elements[].image.size': integer,
    'chat.event.rich_message.elements[].image.width': integer,
    'chat.event.rich_message.elements[].image.height': integer,
    'chat.event.rich_message.elements[].buttons': listOf(object),
    'chat.event.rich_message.elements[].buttons[].text': text,
    'chat.event.rich_message.elements[].buttons[].postback_id': text,
    'chat.event.rich_message.elements[].buttons[].user_ids': listOf(text),
  })

  verifies('chat.event.type', 'every type of event was seen', async () => {
    const events = objectsOfKind('chat.event', await recordingOf(storage))
    assert.deepEqual(new Set(events.map(({ object: event }) => event.type)), new Set(types))
  })

  verifies('chat.event.author_id', 'is there, but in system messages', async () => {
    for (const { object: event } of objectsOfKind('chat.event', await recordingOf(storage))) {
      assert.equal('author_id' in event, event.type !== 'system_message', JSON.stringify(event))
    }
  })

  verifies('chat.event.recipients', 'are not shown to customers', async () => {
    const events = objectsOfKind('chat.event', await recordingOf(storage))
    const seen = events.filter(({ recorded }) => recorded.api === 'customer')
    assert.ok(seen.length > 0)
    for (const { object: event } of seen) assert.equal('recipients' in event, false)
  })

  verifies(
    [
      'chat.event.filled_form.fields[].type',
      'chat.event.filled_form.fields[].value',
      'chat.event.filled_form.fields[].options',
    ],
    'a form shows values or options as the type of the field has them',
    async () => {
      const forms = objectsOfKind('chat.event.filled_form', await recordingOf(storage))
      assert.ok(forms.length > 0)
      for (const { object: form } of forms) {
        assert.deepEqual(form.fields, filledForm.fields)
        assert.deepEqual(
          filledForm.fields.map((field) => [field.type, 'value' in field, 'options' in field]),
          [
            ['text', true, false],
            ['email', true, false],
            ['radio', false, true],
            ['checkbox', false, true],
            ['select', false, true],
          ],
        )
      }
    },
  )
})

proving('sending events', (storage) => {
  const suite = useEngine(storage)
  const senders = async () => {
    const world = await suite.world()
    return [await world.customer(), await world.agent('ada')]
  }

  verifies('chat.server_side_fields', 'what the server gives to an event cannot be set', async () => {
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
        assert.equal(where?.trim(), validation('payload.event.type').message)
        assert.deepEqual([types.includes('message'), types.includes('system')], [true, false])
      }
    },
  )

  verifies(
    ['chat.event.annotation.opens_no_thread', 'decisions.6.1.annotation'],
    'an annotation goes to the last thread, though it is closed',
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

  verifies('chat.event.annotation.text', 'the text of an annotation is optional', async () => {
    const [customer] = await senders()
    assert.ok(customer)
    const { chatId: chat_id } = await startChat(customer)
    const event = { type: 'annotation', annotation_type: 'rating' }
    const sent = await customer.web().succeed('send_event', { chat_id, event })
    assert.equal(Object.hasOwn(Object(at(sent, 'event')), 'text'), false)
  })

  verifies(
    'chat.event.rich_message.elements[].image.url',
    'an image of a rich message needs an address',
    async () => {
      const [customer] = await senders()
      assert.ok(customer)
      const { chatId: chat_id } = await startChat(customer)
      const event = { type: 'rich_message', template_id: 'cards', elements: [{ image: { name: 'a' } }] }
      const error = await customer.web().refuse('send_event', { chat_id, event })
      assert.deepEqual(error, validation('payload.event.elements[0].image.url is required'))
    },
  )

  verifies(
    [
      'chat.event.rich_message.elements',
      'chat.event.rich_message.elements[].title',
      'chat.event.rich_message.elements[].subtitle',
      'chat.event.rich_message.elements[].image',
      'chat.event.rich_message.elements[].buttons',
    ],
    'elements, and all that they hold, are optional',
    async () => {
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
    },
  )
})
