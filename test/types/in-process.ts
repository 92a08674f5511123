import type { AgentMethods, CustomerMethods, Parley } from '@parley/core'

/**
 * Calls that a host writes in process, for the compiler only: `npm run check` fails when a valid line does not compile
 * or an invalid one does. The types are those of the newest versions (decisions §16.15).
 */
export async function customerExamples(customer: CustomerMethods): Promise<void> {
  const { chat } = await customer.startChat({
    chat: { scopes: { groups: [1] }, thread: { events: [{ type: 'message', text: 'Hello' }] } },
  })
  await customer.startChat()
  const chat_id = chat.id
  const sent = await customer.sendEvent({
    chat_id,
    event: { type: 'message', text: 'Hello', custom_id: '1' },
  })
  if (sent.event.type === 'message') sent.event.text.trim()
  await customer.sendEvent({ chat_id, event: { type: 'rich_message', template_id: 'cards' } })
  const { id: event_id } = sent.event
  const postback = { id: 'yes', toggled: true }
  await customer.sendRichMessagePostback({ chat_id, thread_id: sent.thread_id, event_id, postback })
  const { chats_summary, total_chats } = await customer.getChatsSummary({ limit: 25 })
  const newest: number | undefined = chats_summary[0]?.last_event_per_type.message?.thread_order
  await customer.updateLastSeenTimestamp({ chat_id, timestamp: newest ?? total_chats })
}

export async function customerMistakes(customer: CustomerMethods, chat_id: string): Promise<void> {
  // @ts-expect-error A payload is required.
  await customer.sendEvent()
  await customer.sendEvent({
    chat_id,
    // @ts-expect-error Customers cannot choose recipients.
    event: { type: 'message', text: 'Hello', recipients: 'agents' },
  })
  // @ts-expect-error A message requires a text.
  await customer.sendEvent({ chat_id, event: { type: 'message' } })
  // @ts-expect-error `chat_id` is optional only in version 0.3.
  await customer.updateLastSeenTimestamp({ timestamp: 1 })
  // @ts-expect-error Exists only in version 0.3.
  customer.updateLastSeenTimestampOfAllChats
  // @ts-expect-error There is no login in process.
  customer.login
  // @ts-expect-error The typing indicator belongs to the Agent API.
  customer.sendTypingIndicator
}

export async function agentExamples(agent: AgentMethods, chat_id: string): Promise<void> {
  await agent.sendEvent({ chat_id, event: { type: 'message', text: 'A note', recipients: 'agents' } })
  await agent.startChat({ chat: { thread: { events: [{ type: 'rich_message', template_id: 'cards' }] } } })
  await agent.multicast({ scopes: { agents: { groups: [0] }, customers: { ids: [] } }, content: ['any', 1] })
  const { chats_summary } = await agent.getFilteredChats({ filters: { include_active: false } })
  const [first] = chats_summary
  const order: number | undefined = first?.last_event_per_type.annotation?.thread_order
  const threadId: string | undefined = first?.last_thread_summary.id
  const thread_ids = threadId === undefined || order === undefined ? [] : [threadId]
  const { chat } = await agent.getChatThreads({ chat_id, thread_ids })
  for (const user of chat.users) if (user.type === 'agent') user.email.trim()
  await agent.updateChatScopes({ chat_id, add_scopes: { groups: [1] }, remove_scopes: { groups: [2] } })
  await agent.updateChatProperties({ chat_id, properties: { test: { int_property: 1 } } })
}

export async function agentMistakes(agent: AgentMethods, chat_id: string): Promise<void> {
  // @ts-expect-error Threads have scopes only in version 0.3.
  await agent.startChat({ chat: { thread: { scopes: { groups: [1] } } } })
  // @ts-expect-error Exists only in version 0.3.
  agent.startChatWithScopes
  // @ts-expect-error Scopes contain agents only in version 0.3.
  await agent.updateChatScopes({ chat_id, add_scopes: { agents: ['ada'] } })
  // @ts-expect-error Exists only in version 0.3.
  agent.sendBroadcast
  // @ts-expect-error There is no login in process.
  agent.login
  // @ts-expect-error The values of a filter are a list.
  await agent.getFilteredChats({ filters: { properties: { test: { int_property: { values: 1 } } } } })
  const { chats_summary } = await agent.getFilteredChats()
  // @ts-expect-error The field is in this place only in version 0.3.
  chats_summary[0]?.last_thread_summary.last_event_per_type
  // @ts-expect-error There are no such recipients.
  await agent.sendTypingIndicator({ chat_id, is_typing: true, recipients: 'customers' })
}

export async function hostExamples({ as, fetch, admin }: Parley, request: Request): Promise<void> {
  const agent: AgentMethods = as({ agentId: 'ada@example.com', scopes: ['chats--my:read'] })
  const customer: CustomerMethods = as({ customerId: 'casey' })
  await Promise.all([agent.getFilteredChats(), customer.getChatsSummary()])
  await fetch(request, { remoteAddress: '192.0.2.1' })
  await fetch(request, { incoming: {}, outgoing: {} })
  // @ts-expect-error There is no such scope.
  as({ agentId: 'ada@example.com', scopes: ['chats:read'] })
  // @ts-expect-error The option has another name.
  await admin.agents.create({ licenseId: 1, login: 'ada', name: 'Ada', role: 'administrator' })
}
