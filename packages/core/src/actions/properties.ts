import { changeChatProperties, changeThreadProperties } from '../chats/change-properties.js'
import * as agentContract from '../contract/agent-actions.js'
import * as customerContract from '../contract/customer-actions.js'
import { handle } from '../dispatch/handle.js'
import { acceptProperties, type RequestedProperties } from '../domain/properties.js'
import { invalidField, type ParleyError } from '../errors.js'
import type { Properties, PropertyLocation } from '../model/property.js'
import { type ChatContext, requireChat } from './access.js'

/** Implements `update_chat_properties` of both APIs. */
export function updateChatProperties(
  context: ChatContext,
  request: { readonly chat_id: string; readonly properties: RequestedProperties },
): Promise<Record<string, never>> {
  const { chat_id: chatId } = request
  const given = accepted(context, 'chat', request.properties)
  const { propertiesBytes } = context.eventRules
  return context.commit([chatId], async (change) => {
    const before = requireChat(context, await change.tx.chats.lock(chatId))
    const changed = await changeChatProperties(change, before, given, propertiesBytes)
    if (changed === 'full') throw tooMuch('chat', propertiesBytes)
    return { response: {}, ...changed }
  })
}

/** Implements `update_chat_thread_properties` of both APIs, for any thread of the chat. */
export function updateChatThreadProperties(
  context: ChatContext,
  request: { readonly chat_id: string; readonly thread_id: string; readonly properties: RequestedProperties },
): Promise<Record<string, never>> {
  const { chat_id: chatId, thread_id: threadId } = request
  const given = accepted(context, 'thread', request.properties)
  const { propertiesBytes } = context.eventRules
  return context.commit([chatId], async (change) => {
    const before = requireChat(context, await change.tx.chats.lock(chatId))
    const changed = await changeThreadProperties(change, before, { threadId, given }, propertiesBytes)
    if (changed === 'unknown-thread')
      throw invalidField(
        { path: 'payload.thread_id', rule: 'not_found' },
        'does not match any thread of the chat',
      )
    if (changed === 'full') throw tooMuch('thread', propertiesBytes)
    return { response: {}, ...changed }
  })
}

function accepted(
  { principal, eventRules }: ChatContext,
  location: PropertyLocation,
  properties: RequestedProperties,
): Properties {
  return acceptProperties(
    properties,
    { location, by: principal.kind, path: 'payload.properties' },
    eventRules,
  )
}

function tooMuch(location: PropertyLocation, maxBytes: number): ParleyError {
  return invalidField(
    { path: 'payload.properties', rule: 'too_large', limit: maxBytes },
    `would make the properties of the ${location} larger than ${maxBytes} bytes as JSON`,
  )
}

export const agentUpdateChatProperties = handle(agentContract.updateChatProperties, updateChatProperties)

export const customerUpdateChatProperties = handle(
  customerContract.updateChatProperties,
  updateChatProperties,
)

export const agentUpdateChatThreadProperties = handle(
  agentContract.updateChatThreadProperties,
  updateChatThreadProperties,
)

export const customerUpdateChatThreadProperties = handle(
  customerContract.updateChatThreadProperties,
  updateChatThreadProperties,
)
