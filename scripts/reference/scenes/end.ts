import type { Stage } from '../stage.js'
import type { Cast } from './cast.js'

/** Closes the thread, and has Casey and Ada each begin something new. */
export async function end(stage: Stage, { casey, ada }: Cast, chatId: string): Promise<void> {
  await stage.call(casey, 'close_thread', { chat_id: chatId })
  const thanks = { type: 'message', text: 'Thank you, bye!' }
  await stage.call(casey, 'send_event', { chat_id: chatId, event: thanks })
  await stage.call(ada, 'close_thread', { chat_id: chatId })
  const note = { type: 'message', text: 'To ask the supplier about green.' }
  await stage.call(ada, 'start_chat', { chat: { thread: { events: [note] } } })
  await stage.call(
    ada,
    'start_chat',
    { chat: { thread: { events: [note], scopes: { groups: [0] } } } },
    'v0.3',
  )
}

/** Records pushes on connections that the engine ends. */
export async function leave(stage: Stage, { ada, grace }: Cast): Promise<void> {
  const person = await stage.world.customer({ name: 'Robin' })
  const robin = { person, connection: await person.connect() }
  await stage.call(ada, 'ban_customer', { customer_id: person.id, ban: { days: 3 } })
  await stage.recordPushes(robin, 'customer_disconnected', { action: { api: 'agent', name: 'ban_customer' } })
  await stage.engine.parley.admin.agents.logOut(grace.person.id)
  await stage.recordPushes(grace, 'agent_disconnected')
}

/** Records queue updates for a customer who waits while no agent accepts chats. */
export async function wait(stage: Stage, { ada }: Cast): Promise<void> {
  await ada.connection.succeed('update_agent', { routing_status: 'not_accepting_chats' })
  const person = await stage.world.customer({ name: 'Wren' })
  const wren = { person, connection: await person.connect('v0.5', { queue_updates: true }) }
  await person.web().succeed('start_chat')
  stage.engine.clock.advance(5_000)
  await stage.recordPushes(wren, 'queue_position_updated')
}
