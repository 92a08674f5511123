import assert from 'node:assert/strict'
import { proving } from '../proving.js'
import { kindNames } from '../recording/kinds.js'
import type { Recorded } from '../recording/recorder.js'
import { recordingOf } from '../recording/recording.js'
import { kindSource, type Source, sourceOf } from '../recording/source.js'
import { type RequirementId, requirementIds } from '../requirements/index.js'
import { undocumented } from '../shows.js'
import { verifies } from '../verifies.js'

const isShown = /^chat\.(customer|agent)\.(\w+\.response|push\.\w+)\./
const isDisconnected = /_disconnected\./

/** Fields that an object has because it is another one too, or in one version only, or by a decision. */
const further: Readonly<Record<string, readonly string[]>> = {
  'chat.my_profile': fieldsOf('chat.agent_a'),
  'chat.agent.start_chat.response': ['chat.properties'],
  'chat.customer.start_chat.response': ['chat.queue'],
  'chat.agent.get_archives.response': ['chats[].chat.properties'],
  'chat.chat': [
    'thread',
    'threads_summary',
    'properites',
    'queue',
    'last_thread_summary.last_event_per_type',
    ...fieldsOf('chat.chat_summary_a'),
    ...fieldsOf('chat.chat_summary_c'),
  ],
  'chat.chat_summary_a': ['last_thread_summary.last_event_per_type'],
  'chat.typing_indicator': ['is_typing'],
  'chat.scopes': ['agents'],
}

const commonFields = [
  'id',
  'order',
  'type',
  'timestamp',
  'custom_id',
  'properties',
  'author_id',
  'recipients',
]

proving('what is shown', (storage) => {
  const showsNothingElse = (title: string, source: Source, documented: readonly string[]) => {
    const ids = requirementIds.filter((id) => id.startsWith(`${source.prefix}.`))
    const known = [...documented, ...(further[source.prefix] ?? [])]
    verifies(ids, `${title} has no other fields`, async () => {
      const shown = source.objects(await recordingOf(storage))
      assert.ok(shown.length > 0)
      for (const { object, recorded } of shown) {
        const others = undocumented(object, known)
        assert.deepEqual(others, [], `${recorded.api} ${recorded.version} ${recorded.name}`)
      }
    })
  }

  for (const prefix of payloadPrefixes()) {
    const [first] = requirementIds.filter((id) => id.startsWith(`${prefix}.`))
    assert.ok(first)
    showsNothingElse(prefix.slice('chat.'.length), sourceOf(first), fieldsOf(prefix))
  }

  for (const kind of kindNames.filter((name) => name !== 'chat.event')) {
    const common = kind.startsWith('chat.event.') ? commonFields : []
    showsNothingElse(kind.slice('chat.'.length), kindSource(kind), [...fieldsOf(kind), ...common])
  }

  const silent: readonly RequirementId[] = [
    'chat.customer.send_sneak_peek',
    'chat.customer.send_rich_message_postback',
    'chat.customer.close_thread',
    'chat.customer.update_chat_scopes',
    'chat.customer.update_chat_properties',
    'chat.customer.update_chat_thread_properties',
    'chat.agent.join_chat',
    'chat.agent.remove_from_chat',
    'chat.agent.send_typing_indicator',
    'chat.agent.close_thread',
    'chat.agent.update_agent',
    'chat.agent.update_chat_scopes',
    'chat.agent.update_chat_properties',
    'chat.agent.update_chat_thread_properties',
    'chat.agent.multicast',
    'chat.agent.ban_customer',
    'chat.agent.change_push_notifications',
    'chat.agent.remove_auto_chat_scopes',
  ]
  for (const id of silent) {
    verifies([id, 'decisions.15.web_body'], `${id.slice('chat.'.length)} answers nothing`, async () => {
      const [, api, name] = id.split('.')
      const isMeant = (one: Recorded) => one.kind === 'response' && one.api === api && one.name === name
      const answers = (await recordingOf(storage)).filter(isMeant)
      assert.ok(answers.length > 0)
      for (const { payload } of answers) assert.deepEqual(payload, {})
    })
  }
})

/** `chat.customer.login.response`, `chat.agent.push.incoming_event` and so on. */
function payloadPrefixes(): ReadonlySet<string> {
  const shown = requirementIds.filter((id) => isShown.test(id) && !isDisconnected.test(id))
  return new Set(shown.map((id) => id.split('.').slice(0, 4).join('.')))
}

function fieldsOf(prefix: string): readonly string[] {
  return requirementIds.filter((id) => id.startsWith(`${prefix}.`)).map((id) => id.slice(prefix.length + 1))
}
