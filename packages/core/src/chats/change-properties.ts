import { jsonBytes } from '../domain/json-bytes.js'
import { changedProperties, mergedProperties } from '../domain/property-changes.js'
import { withTerms } from '../domain/property-terms.js'
import { factChat } from '../facts/fact.js'
import type { ChatHead } from '../model/chat.js'
import type { Properties } from '../model/property.js'
import type { ChangedChat, ChatChange } from './chat-change.js'

/**
 * Sets properties of the chat and keeps its other properties. Only changed values are pushed; when none changed, all
 * given ones are pushed to the connection that asked (decisions §5.4). Returns `full`, with nothing stored, when all
 * properties together would exceed `maxBytes` as JSON.
 */
export async function changeChatProperties(
  { tx }: ChatChange,
  before: ChatHead,
  given: Properties,
  maxBytes: number,
): Promise<ChangedChat | 'full'> {
  const change = changeOf(before.properties, given, maxBytes)
  if (change === 'full') return 'full'
  const factOf = (head: ChatHead, properties: Properties) =>
    ({ name: 'chat_properties_updated', chat: factChat(head), properties }) as const
  if (change === undefined) return { head: before, facts: [], unchanged: [factOf(before, given)] }
  const { properties, merged } = change
  const head = await tx.chats.setProperties(before.id, withTerms(merged))
  return { head, facts: [factOf(head, properties)] }
}

/**
 * Sets properties of a thread of the chat, active or not. Returns `unknown-thread` when the chat has no such thread.
 */
export async function changeThreadProperties(
  { tx }: ChatChange,
  before: ChatHead,
  { threadId, given }: { readonly threadId: string; readonly given: Properties },
  maxBytes: number,
): Promise<ChangedChat | 'full' | 'unknown-thread'> {
  const { id, thread } = before
  const present =
    threadId === thread.id ? thread.properties : await tx.chats.getThreadProperties(id, threadId)
  if (present === undefined) return 'unknown-thread'
  const change = changeOf(present, given, maxBytes)
  if (change === 'full') return 'full'
  const factOf = (head: ChatHead, properties: Properties) =>
    ({ name: 'chat_thread_properties_updated', chat: factChat(head), threadId, properties }) as const
  if (change === undefined) return { head: before, facts: [], unchanged: [factOf(before, given)] }
  const { properties, merged } = change
  const head = await tx.chats.setThreadProperties(id, threadId, withTerms(merged))
  return { head, facts: [factOf(head, properties)] }
}

/** Returns the properties to push and the properties to store; `undefined` when nothing changes. */
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
