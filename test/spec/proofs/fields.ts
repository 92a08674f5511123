import assert from 'node:assert/strict'
import { isMap } from '../checks.js'
import { contractFields, versionsOf } from '../fields/contract-fields.js'
import { documentedFields } from '../fields/documented-fields.js'
import {
  assertFollowsContract,
  type FieldPresence,
  fieldPresences,
  type RecordedObject,
  recordedObjects,
} from '../fields/shown.js'
import { proving } from '../proving.js'
import { recordingOf } from '../recording/recording.js'
import { verifies } from '../verifies.js'

/** Optional fields that some recorded objects lack. Every recorded object has all of its other fields. */
const absentAtTimes: Readonly<Record<string, readonly string[]>> = {
  'chat.md "Thread"': ['properties'],
  'chat.md "User", customer (C view)': ['last_seen_timestamp'],
  'chat.md "User", customer (A view)': ['last_seen_timestamp'],
  'chat.md "User", agent (C view)': ['avatar', 'last_seen_timestamp'],
  'chat.md "User", agent (A view)': ['avatar', 'last_seen_timestamp', 'routing_status'],
  'chat.md "User", my profile (A)': ['avatar'],
  'chat.md "Events", file': ['properties'],
  'chat.md "Events", rich_message': ['elements[].subtitle', 'elements[].image'],
  'chat.md "Other objects", scopes': ['groups'],
  'chat.md "Other objects", chat summary (A)': ['last_thread_summary.properties'],
  'chat.md "Agent API actions", get_chat_threads response': ['chat.threads'],
  'chat.md "Agent API actions", filter of a property': ['exists', 'values', 'exclude_values'],
  'chat.md "Agent API actions", get_auto_chat_scopes_config response': ['values', 'exclude_values'].map(
    (name) => `auto_chat_scopes_config[].rules.customer_url.${name}`,
  ),
}

/** Optional fields that are never set. */
const neverShown: Readonly<Record<string, readonly string[]>> = {
  'chat.md "Events", system_message': ['custom_id', 'properties'],
  'chat.md "User", my profile (A)': ['last_seen_timestamp'],
}

/** Versions that never receive an object, although their schemas allow it. */
const hiddenFrom: Readonly<Record<string, readonly string[]>> = {
  'chat.md "Events", rich_message': ['customer-v0.3', 'customer-v0.4', 'agent-v0.3'],
}

proving('documented fields', (storage) => {
  let shown: Promise<readonly RecordedObject[]> | undefined
  const allObjects = () => {
    shown ??= recordingOf(storage).then((recording) => recording.flatMap(recordedObjects))
    return shown
  }

  verifies('chat.fields.documented', 'the contract documents exactly these fields', () => {
    assert.deepEqual(contractFields(), documentedFields)
  })

  for (const title of Object.keys(documentedFields).map((key) => key.replace(/@.*$/, ''))) {
    const versions = versionsOf(title).filter((tag) => isRecorded(tag) && !hiddenFrom[title]?.includes(tag))
    if (title.endsWith(' request') || versions.length === 0) continue
    verifies('chat.fields.shown', `${title} shows its fields in every version`, async () => {
      const ofTitle = (await allObjects()).filter((one) => one.title === title)
      assert.deepEqual(new Set(ofTitle.map(({ tag }) => tag)), new Set(versions))
      const sightings = ofTitle.flatMap(fieldPresences)
      for (const path of new Set(sightings.map((one) => one.path))) {
        assertShown(
          title,
          path,
          sightings.filter((one) => one.path === path),
        )
      }
    })
  }

  verifies('chat.fields.shown', 'every response and push follows the contract of its version', async () => {
    for (const recorded of await recordingOf(storage)) assertFollowsContract(recorded)
  })

  verifies('chat.fields.shown', 'a payload that breaks its contract is noticed', async () => {
    const closed = (await recordingOf(storage)).find(({ name }) => name === 'thread_closed')
    assert.ok(closed && isMap(closed.payload))
    for (const [wrong, message] of [
      [{ more: true }, /additionalProperties/],
      [{ thread_id: undefined }, /required/],
      [{ user_id: 7 }, /must be string/],
      [{ chat_id: 'c0000000-0000-4000-8000-000000000000' }, /chat_id is not a UUIDv7/],
    ] as const) {
      const payload: unknown = JSON.parse(JSON.stringify({ ...closed.payload, ...wrong }))
      assert.throws(() => assertFollowsContract({ ...closed, payload }), { message })
    }
    assert.throws(() => assertFollowsContract({ ...closed, version: 'v0.2' }), /has no push thread_closed/)
  })

  verifies('chat.fields.shown', 'a field that is missing is noticed', () => {
    const presence = (tag: string, isPresent: boolean) => ({ path: 'id', tag, isPresent })
    const always = presence('agent-v0.4', true)
    assertShown('chat.md "Thread"', 'id', [always, always])
    const once = [always, presence('agent-v0.4', false)]
    assert.throws(() => assertShown('chat.md "Thread"', 'id', once), /id is absent at times/)
    const nowhere = [always, presence('agent-v0.3', false)]
    assert.throws(() => assertShown('chat.md "Thread"', 'id', nowhere), /versions with id/)
  })
})

/** Returns whether the recording contains the version. It contains only the chat APIs. */
function isRecorded(tag: string): boolean {
  return !tag.startsWith('configuration-')
}

/** Fails when a version never shows the field, or when an object lacks it unexpectedly. */
function assertShown(title: string, path: string, sightings: readonly FieldPresence[]): void {
  const isNeverShown = neverShown[title]?.includes(path) ?? false
  const isAbsentAtTimes = absentAtTimes[title]?.includes(path) ?? false
  const present = sightings.filter(({ isPresent }) => isPresent)
  assert.deepEqual(versionsIn(present), versionsIn(isNeverShown ? [] : sightings), `versions with ${path}`)
  assert.equal(
    present.length < sightings.length,
    isNeverShown || isAbsentAtTimes,
    `${path} is absent at times`,
  )
}

function versionsIn(sightings: readonly FieldPresence[]): ReadonlySet<string> {
  return new Set(sightings.map(({ tag }) => tag))
}
