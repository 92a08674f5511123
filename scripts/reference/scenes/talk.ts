import { textAt } from '../../../test/support/json.js'
import type { Stage } from '../stage.js'
import type { Cast } from './cast.js'

/** Has Casey ask and Ada answer, and returns the id of their chat. */
export async function talk(stage: Stage, { casey, ada }: Cast): Promise<string> {
  const details = { name: 'Casey', email: 'casey@example.com', fields: { plan: 'basic' } }
  await stage.call(casey, 'update_customer', details)
  const events = [{ type: 'message', text: 'Do these boots come in green?', custom_id: 'first' }]
  const started = await stage.call(casey, 'start_chat', { chat: { thread: { events } } })
  const chatId = textAt(started, 'chat.id')
  await stage.call(casey, 'send_sneak_peek', { chat_id: chatId, sneak_peek_text: 'Or in bl' })
  const question = { type: 'message', text: 'Or in blue?' }
  await stage.call(casey, 'send_event', { chat_id: chatId, event: question })
  await stage.call(ada, 'join_chat', { chat_id: chatId, agent_ids: [ada.person.id] })
  await stage.call(ada, 'send_typing_indicator', { chat_id: chatId, is_typing: true })
  const answer = { type: 'message', text: 'In green from May on.', recipients: 'all' }
  await stage.call(ada, 'send_event', { chat_id: chatId, event: answer })
  return chatId
}

/** Marks the events as seen by all, and has Grace join and leave the chat. */
export async function meet(stage: Stage, { casey, ada, grace }: Cast, chatId: string): Promise<void> {
  await stage.call(casey, 'update_last_seen_timestamp', { chat_id: chatId })
  await stage.call(casey, 'update_last_seen_timestamp', {}, 'v0.3')
  await stage.call(ada, 'update_last_seen_timestamp', { chat_id: chatId })
  await stage.call(casey, 'update_customer', { fields: { plan: 'plus' } })
  await stage.call(grace, 'update_agent', { routing_status: 'not_accepting_chats' })
  await stage.call(ada, 'join_chat', { chat_id: chatId, agent_ids: [grace.person.id] })
  await stage.call(ada, 'remove_from_chat', { chat_id: chatId, agent_ids: [grace.person.id] })
}
