import { isMap } from '../checks.js'
import type { Recorded } from './recorder.js'

/** An object somewhere in what was recorded. */
export interface Found {
  readonly recorded: Recorded
  /** Under which it stands; of the list, where it is an item of one. */
  readonly key: string
  readonly object: Readonly<Record<string, unknown>>
}

type Recognize = (found: Found) => boolean

const isEvent: Recognize = ({ object }) => 'order' in object && 'timestamp' in object && 'type' in object
const isUser =
  (api: string, type: string): Recognize =>
  ({ object, recorded, key }) =>
    recorded.api === api && object.type === type && 'present' in object && key !== 'my_profile'
const isUnder =
  (...keys: readonly string[]): Recognize =>
  ({ key }) =>
    keys.includes(key)
const isOf =
  (api: string, recognize: Recognize): Recognize =>
  (found) =>
    found.recorded.api === api && recognize(found)
const isEventOf =
  (type: string): Recognize =>
  (found) =>
    isEvent(found) && found.object.type === type

/** The documented objects, by what their requirements begin with; longer beginnings first. */
const kinds = {
  'chat.event.message': isEventOf('message'),
  'chat.event.system_message': isEventOf('system_message'),
  'chat.event.annotation': isEventOf('annotation'),
  'chat.event.filled_form': isEventOf('filled_form'),
  'chat.event.custom': isEventOf('custom'),
  'chat.event.file': isEventOf('file'),
  'chat.event.rich_message': isEventOf('rich_message'),
  'chat.event': isEvent,
  'chat.chat_summary_a': isOf('agent', isUnder('chats_summary')),
  'chat.chat_summary_c': isOf('customer', isUnder('chats_summary')),
  'chat.chat': ({ object }) => 'users' in object,
  'chat.thread': ({ object }) => 'active' in object,
  'chat.customer_c': isUser('customer', 'customer'),
  'chat.customer_a': isUser('agent', 'customer'),
  'chat.agent_c': isUser('customer', 'agent'),
  'chat.agent_a': isUser('agent', 'agent'),
  'chat.my_profile': isUnder('my_profile'),
  'chat.license': isUnder('license'),
  'chat.typing_indicator': isUnder('typing_indicator'),
  'chat.sneak_peek': isUnder('sneak_peek'),
  'chat.scopes': isUnder('scopes'),
  'chat.last_event_per_type': ({ object }) => 'thread_order' in object,
} as const satisfies Readonly<Record<string, Recognize>>

export type Kind = keyof typeof kinds

export function isKind(name: string): name is Kind {
  return name in kinds
}

export const kindNames: readonly Kind[] = Object.keys(kinds).filter(isKind)

export function objectsOfKind(kind: Kind, recording: readonly Recorded[]): readonly Found[] {
  const recognize: Recognize = kinds[kind]
  return recording.flatMap((recorded) =>
    objectsIn(recorded, recorded.name, recorded.payload).filter(recognize),
  )
}

/** All objects, but for what clients may fill with any JSON. */
function objectsIn(recorded: Recorded, key: string, value: unknown): readonly Found[] {
  if (Array.isArray(value)) return value.flatMap((item) => objectsIn(recorded, key, item))
  if (!isMap(value) || key === 'content') return []
  const inside = Object.entries(value).flatMap(([name, part]) => objectsIn(recorded, name, part))
  return [{ recorded, key, object: value }, ...inside]
}
