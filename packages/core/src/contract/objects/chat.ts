import { type TSchema, Type } from 'typebox'
import { mapOf } from '../record.js'
import { spec } from '../spec.js'
import { agentEvent, customerEvent } from './event.js'
import { uuid } from './ids.js'
import { properties } from './properties.js'
import { queue, queueOfAgents } from './queue.js'
import { chatScopes } from './scopes.js'
import { chatSequence } from './sequence.js'
import { unixSeconds } from './time.js'
import { userOfAgentApi, userOfCustomerApi } from './user.js'

const chatId = uuid('Id of the chat.')
const threadId = uuid('Id of the thread.')
const threadOrder = Type.Integer({
  minimum: 1,
  description: 'Number of the thread within the chat: 1, 2, 3 …',
})
const threadTimestamp = unixSeconds('When the thread began, in Unix seconds.')
const threadUserIds = Type.Array(Type.String(), {
  description: 'Ids of the users who were in the chat while the thread was active.',
})

const thread = spec('chat.md "Thread"')
const threadFields = {
  id: threadId,
  active: Type.Boolean(),
  order: threadOrder,
  user_ids: threadUserIds,
  properties: Type.Optional(properties),
}

export const customerThread = Type.Object({ ...threadFields, events: Type.Array(customerEvent) }, thread)
export const agentThread = Type.Object(
  { ...threadFields, timestamp: threadTimestamp, events: Type.Array(agentEvent) },
  thread,
)

const chatHead = { id: chatId, properties: Type.Optional(properties), scopes: chatScopes }

export const customerChatWithThread = Type.Object({
  ...chatHead,
  users: Type.Array(userOfCustomerApi),
  thread: customerThread,
})

export const customerChatWithThreads = Type.Object({
  ...chatHead,
  users: Type.Array(userOfCustomerApi),
  threads: Type.Array(customerThread),
})

/** Added in v0.5 to responses. Pushes are the same for all receivers, so they do not contain it. */
const queueOfChat = { queue: Type.Optional(queue) }

export const customerChatWithThreadAndQueue = Type.Object({
  ...customerChatWithThread.properties,
  ...queueOfChat,
})

export const customerChatWithThreadsAndQueue = Type.Object({
  ...customerChatWithThreads.properties,
  ...queueOfChat,
})

export const agentChatWithThread = Type.Object({
  id: chatId,
  users: Type.Array(userOfAgentApi),
  properties: Type.Optional(properties),
  thread: agentThread,
})

export const agentChatWithThreads = Type.Object({
  ...chatHead,
  /** Misspelling from the sample in the specification, sent in addition to the correct name (decisions §6.13). */
  properites: Type.Optional(properties),
  users: Type.Array(userOfAgentApi),
  threads: Type.Optional(Type.Array(agentThread)),
  threads_summary: Type.Array(Type.Object({ thread_id: uuid(), order: threadOrder })),
})

const lastEventOf = <E extends TSchema>(event: E) =>
  Type.Object(
    { thread_id: uuid(), thread_order: Type.Integer(), event },
    spec('chat.md "Other objects", last_event_per_type'),
  )

/** Map from an event type to its newest event: agent v0.4, customer v0.4 and v0.5. */
const lastEventPerType = <E extends TSchema>(event: E) => mapOf(lastEventOf(event))

const customerSummary = spec('chat.md "Other objects", chat summary (C)')
const customerSummaryFields = {
  ...chatHead,
  order: Type.Integer({
    description:
      'Sort key of the chat, where a larger value is later: time of the newest event that customers can see, in Unix milliseconds.',
  }),
  users: Type.Array(userOfCustomerApi),
}

export const customerChatSummary = Type.Object(
  { ...customerSummaryFields, last_event_per_type: lastEventPerType(customerEvent) },
  customerSummary,
)

/** Shown on connections that have sent `catch_up` (decisions §16.9). */
const sequenceOfChat = { sequence: Type.Optional(chatSequence) }

/** The chat summary of v0.5. */
export const customerChatSummaryWithQueue = Type.Object(
  { ...customerChatSummary.properties, ...queueOfChat, ...sequenceOfChat },
  customerSummary,
)

/** The chat summary of v0.3, which contains only events of the last thread (decisions §15). */
export const customerChatSummaryV03 = Type.Object(
  {
    ...customerSummaryFields,
    last_event_per_type: Type.Object({ thread_id: uuid(), events: mapOf(customerEvent) }),
  },
  customerSummary,
)

const lastThreadFields = {
  id: threadId,
  timestamp: threadTimestamp,
  user_ids: threadUserIds,
  order: threadOrder,
  properties: Type.Optional(properties),
}

const agentSummary = spec('chat.md "Other objects", chat summary (A)')
const agentSummaryFields = { ...chatHead, users: Type.Array(userOfAgentApi) }

export const agentChatSummary = Type.Object(
  {
    ...agentSummaryFields,
    last_event_per_type: lastEventPerType(agentEvent),
    last_thread_summary: Type.Object(lastThreadFields),
    ...sequenceOfChat,
  },
  agentSummary,
)

/** Chat summary in lists of v0.4 that are filtered or sorted by waiting (decisions §16.8). */
export const agentChatSummaryWithQueue = Type.Object(
  { ...agentChatSummary.properties, queue: Type.Optional(queueOfAgents) },
  agentSummary,
)

export const agentChatSummaryV03 = Type.Object(
  {
    ...agentSummaryFields,
    last_thread_summary: Type.Object({
      ...lastThreadFields,
      last_event_per_type: Type.Array(Type.Object({ thread_id: uuid(), event: agentEvent })),
    }),
  },
  agentSummary,
)
