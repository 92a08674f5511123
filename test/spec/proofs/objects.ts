import assert from 'node:assert/strict'
import { boolean, integer, listOf, mapOf, object, oneOf, optional, text, timestamp, uuid } from '../checks.js'
import { proving } from '../proving.js'
import { objectsOfKind } from '../recording/kinds.js'
import { recordingOf } from '../recording/recording.js'
import { showsFields } from '../shows.js'
import { verifies } from '../verifies.js'

const ofAgents = { customer: [] }
const ofCustomers = { agent: [] }
const laterVersions = { customer: ['v0.4', 'v0.5'], agent: ['v0.4'] }
const recipients = oneOf('all', 'agents')
const properties = mapOf(mapOf(object))

proving('the documented objects', (storage) => {
  showsFields(storage, {
    'chat.chat.id': uuid,
    'chat.chat.users': listOf(object),
    'chat.chat.threads': optional(listOf(object)),
    'chat.chat.properties': optional(properties),
    'chat.chat.scopes': optional(object),
    'chat.thread.id': uuid,
    'chat.thread.active': boolean,
    'chat.thread.order': integer,
    'chat.thread.user_ids': listOf(text),
    'chat.thread.events': listOf(object),
    'chat.thread.properties': optional(properties),
    'chat.typing_indicator.author_id': text,
    'chat.typing_indicator.timestamp': timestamp,
    'chat.sneak_peek.author_id': uuid,
    'chat.sneak_peek.timestamp': timestamp,
    'chat.sneak_peek.text': text,
    'chat.sneak_peek.recipients': recipients,
    'chat.scopes.groups': optional(listOf(integer)),
    'chat.license.id': integer,
    'chat.license.plan': text,
    'chat.license.expiration_timestamp': oneOf(null),
    'chat.license.creation_timestamp': timestamp,
  })
  showsFields(
    storage,
    { 'chat.thread.timestamp': timestamp, 'chat.typing_indicator.recipients': recipients },
    ofAgents,
  )
  showsFields(storage, { 'chat.typing_indicator.is_typing': boolean }, ofCustomers)

  verifies('chat.thread.timestamp', 'a thread of the Customer API has no timestamp', async () => {
    const threads = objectsOfKind('chat.thread', await recordingOf(storage))
    const seen = threads.filter(({ recorded }) => recorded.api === 'customer')
    assert.ok(seen.length > 0)
    for (const { object: thread } of seen) assert.equal('timestamp' in thread, false)
  })
})

proving('the documented summaries', (storage) => {
  showsFields(storage, {
    'chat.chat_summary_a.id': uuid,
    'chat.chat_summary_a.users': listOf(object),
    'chat.chat_summary_a.last_thread_summary.id': uuid,
    'chat.chat_summary_a.last_thread_summary.timestamp': timestamp,
    'chat.chat_summary_a.last_thread_summary.user_ids': listOf(text),
    'chat.chat_summary_a.last_thread_summary.order': integer,
    'chat.chat_summary_a.last_thread_summary.properties': optional(properties),
    'chat.chat_summary_a.properties': optional(properties),
    'chat.chat_summary_a.scopes': object,
    'chat.chat_summary_c.id': uuid,
    'chat.chat_summary_c.order': integer,
    'chat.chat_summary_c.users': listOf(object),
    'chat.chat_summary_c.properties': properties,
    'chat.chat_summary_c.scopes': object,
    'chat.last_event_per_type.thread_id': uuid,
    'chat.last_event_per_type.thread_order': integer,
    'chat.last_event_per_type.event': object,
  })
  showsFields(
    storage,
    {
      'chat.chat_summary_a.last_event_per_type': mapOf(object),
      'chat.chat_summary_c.last_event_per_type': mapOf(object),
      'chat.license.in_trial': boolean,
    },
    laterVersions,
  )
})
