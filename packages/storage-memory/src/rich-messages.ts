import type { ChatEvent, NewEvent, RichMessage, RichMessageEvent } from '@parley/core/storage'
import { eventKey, getChat, getLastThread } from './chat-rows.js'
import type { Tables } from './tables.js'

export function isRichMessageForAll({ content, recipients }: NewEvent): boolean {
  return content.type === 'rich_message' && recipients === 'all'
}

export function richMessage(tables: Tables, chatId: string, eventId: string): RichMessageEvent | undefined {
  const head = tables.chats.get(chatId)?.head
  if (head === undefined) return undefined
  const { eventCount } = getLastThread(tables, head)
  for (let order = eventCount; order > 0; order -= 1) {
    const event = tables.events.get(eventKey(chatId, head.thread.order, order))
    if (event?.id === eventId) return asRichMessage(event)
  }
  return undefined
}

function asRichMessage(event: ChatEvent): RichMessageEvent | undefined {
  const { content, recipients } = event
  if (content.type !== 'rich_message' || recipients !== 'all') return undefined
  return Object.assign({}, event, { content })
}

export function setRichMessage(tables: Tables, chatId: string, order: number, content: RichMessage): void {
  const { head } = getChat(tables, chatId)
  const key = eventKey(chatId, head.thread.order, order)
  if (tables.events.get(key)?.content.type !== 'rich_message') {
    throw new TypeError(`the last thread of chat ${chatId} has no rich message at ${order}`)
  }
  tables.events.patch(key, { content })
}
