import { jsonBytes } from '../domain/json-bytes.js'
import { changedProperties, mergedProperties } from '../domain/property-changes.js'
import { factChat } from '../facts/fact.js'
import type { ChatHead } from '../model/chat.js'
import type { Properties } from '../model/property.js'
import type { ChangedChat, ChatChange } from './chat-change.js'

/**
 * Sets these properties of the chat beside those that it has. Only those with another value are told; where there are
 * none, all that were given are, to who has asked (decisions §5.4). `full`, with nothing stored, where all together would be more than `maxBytes` as JSON.
 */
export async function changeChatProperties(
  { tx }: ChatChange,
  before: ChatHead,
  given: Properties,
  maxBytes: number,
): Promise<ChangedChat | 'full'> {
  const change = changeOf(before.properties, given, maxBytes)
  if (change === 'full') return 'full'
  const told = (head: ChatHead, properties: Properties) =>
    ({ name: 'chat_properties_updated', chat: factChat(head), properties }) as const
  if (change === undefined) return { head: before, facts: [], unchanged: [told(before, given)] }
  const { properties, merged } = change
  const head = await tx.chats.setProperties(before.id, merged)
  return { head, facts: [told(head, properties)] }
}

/** The same of one of its threads, active or not; `unknown-thread`: it is none of the chat's. */
export async function changeThreadProperties(
  { tx }: ChatChange,
  before: ChatHead,
  { threadId, given }: { readonly threadId: string; readonly given: Properties },
  maxBytes: number,
): Promise<ChangedChat | 'full' | 'unknown-thread'> {
  const { id, thread } = before
  const present = threadId === thread.id ? thread.properties : await tx.chats.threadProperties(id, threadId)
  if (present === undefined) return 'unknown-thread'
  const change = changeOf(present, given, maxBytes)
  if (change === 'full') return 'full'
  const told = (head: ChatHead, properties: Properties) =>
    ({ name: 'chat_thread_properties_updated', chat: factChat(head), threadId, properties }) as const
  if (change === undefined) return { head: before, facts: [], unchanged: [told(before, given)] }
  const { properties, merged } = change
  const head = await tx.chats.setThreadProperties(id, threadId, merged)
  return { head, facts: [told(head, properties)] }
}

/** What is told, and what is stored; `undefined`: nothing changes. */
function changeOf(
  before: Properties,
  given: Properties,
  maxBytes: number,
): { readonly properties: Properties; readonly merged: Properties } | 'full' | undefined {
  const properties = changedProperties(before, given)
  if (properties === undefined) return undefined
  const merged = mergedProperties(before, properties)
  return jsonBytes(merged) > maxBytes ? 'full' : { properties, merged }
}
