import fc from 'fast-check'
import { type FactChat, type FactName, type FactOf, factChat } from '../src/facts/fact.js'
import type { Agent } from '../src/model/agent.js'
import type { Chat, ChatHead, ChatSummary, ChatUser } from '../src/model/chat.js'
import type { Customer, Visitor } from '../src/model/customer.js'
import type { ChatEvent, EventContent } from '../src/model/event.js'
import type { Geolocation } from '../src/model/geolocation.js'
import type { Properties } from '../src/model/property.js'
import type { ThreadWithEvents } from '../src/model/thread.js'
import { now } from './domain-values.js'

/** Arbitrary values that a storage may hold. Views have to turn each into what the contract allows. */

const id = fc.uuid()
const text = fc.string({ unit: 'grapheme', maxLength: 8 })
const instant = fc.integer({ min: 0, max: 2 * now })
const order = fc.integer({ min: 1, max: 1_000_000 })
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const list = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 3 })
/** Addresses like those of `fc.webUrl`, which needs a second at first to build a table of all of Unicode. */
const url = fc
  .tuple(fc.constantFrom('http', 'https'), fc.webAuthority(), list(text))
  .map(([scheme, host, path]) => `${scheme}://${[host, ...path.map(encodeURIComponent)].join('/')}`)
const optional = <T extends object>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record<Partial<T>, never>(shape, { requiredKeys: [] })

const properties: fc.Arbitrary<Properties> = fc.oneof(
  fc.constant({}),
  fc.record({
    test: fc.record({ int_property: fc.integer(), bool_property: fc.boolean(), string_property: text }),
    gone: fc.constant({ x: 'not configured any more' }),
  }),
)

const name = fc.string({ minLength: 1, maxLength: 8 })
const field = { name, label: text, required: fc.boolean() }
const option = fc.record({ label: text, value: text, checked: fc.boolean() })
const formField = fc.oneof(
  fc.record({ type: fc.constantFrom('text', 'email'), ...field, value: text }),
  fc.record({ type: fc.constantFrom('radio', 'checkbox', 'select'), ...field, options: list(option) }),
)
const size = fc.nat()
const pixels = fc.integer({ min: 1, max: 65_535 })
const image = fc.record(
  { name: text, url, content_type: text, size, width: size, height: size },
  { requiredKeys: ['url'] },
)
const button = fc.record({ text, postback_id: id, user_ids: list(id) }, { requiredKeys: ['user_ids'] })
const element = optional({ title: text, subtitle: text, image, buttons: list(button) })

const authored: fc.Arbitrary<EventContent> = fc.oneof(
  fc.record({ type: fc.constant('message'), text: fc.string({ minLength: 1 }) }),
  fc.record(
    { type: fc.constant('annotation'), annotation_type: name, text },
    { requiredKeys: ['type', 'annotation_type'] },
  ),
  fc.record({ type: fc.constant('custom'), content: fc.dictionary(text, fc.jsonValue()) }),
  fc.record(
    { type: fc.constant('file'), name, path: id, content_type: name, size, width: pixels, height: pixels },
    { requiredKeys: ['type', 'name', 'path', 'content_type', 'size'] },
  ),
  fc.record({ type: fc.constant('filled_form'), fields: list(formField) }),
  fc.record(
    { type: fc.constant('rich_message'), template_id: text, elements: list(element) },
    { requiredKeys: ['type', 'template_id'] },
  ),
)
const systemContent = fc.record({ type: fc.constant('system_message'), text, system_message_type: text })

const eventHead = {
  id,
  order,
  recipients: fc.constantFrom('all', 'agents'),
  createdAt: instant,
  customId: orNull(text),
  properties,
}
export const chatEvents: fc.Arbitrary<ChatEvent> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ ...eventHead, authorId: id, content: authored }) },
  { weight: 1, arbitrary: fc.record({ ...eventHead, authorId: fc.constant(null), content: systemContent }) },
)

const visitors: fc.Arbitrary<Visitor> = fc.record({
  currentVisit: orNull(
    fc.record({
      startedAt: instant,
      lastPageAt: instant,
      pages: list(fc.record({ startedAt: instant, url, title: orNull(text) })),
    }),
  ),
  visitCount: fc.nat(),
  pageViewCount: fc.nat(),
  lastVisitAt: orNull(instant),
  referrer: orNull(url),
  timezone: orNull(text),
  ip: orNull(fc.ipV6()),
  geolocation: orNull(
    optional<Geolocation>({ country: text, countryCode: text, region: text, city: text, timezone: text }),
  ),
  userAgent: orNull(text),
})

const customers: fc.Arbitrary<Customer> = fc.record({
  id,
  licenseId: fc.constant(1),
  externalId: orNull(fc.constant('never shown')),
  name: orNull(text),
  email: orNull(text),
  fields: fc.dictionary(text, text, { maxKeys: 3 }),
  visitor: orNull(visitors),
  threadCount: fc.nat(),
  bannedUntil: orNull(instant),
  createdAt: instant,
})

const routingStatuses = fc.constantFrom('accepting_chats', 'not_accepting_chats')

const agents: fc.Arbitrary<Agent> = fc.record({
  id: fc.emailAddress(),
  licenseId: fc.constant(1),
  externalId: orNull(fc.constant('never shown')),
  name: text,
  email: orNull(fc.emailAddress()),
  avatar: orNull(url),
  permission: fc.constantFrom('normal', 'administrator'),
  groups: list(fc.record({ id: fc.nat(), priority: fc.constantFrom('first', 'normal', 'last') })),
  maxChatsCount: fc.nat(),
  ownerClientId: orNull(fc.constant('never shown')),
  routingStatus: routingStatuses,
  onlineUntil: instant,
  createdAt: instant,
})

const presence = { isPresent: fc.boolean(), lastSeenAt: orNull(instant) }
const customerUsers = fc.record({ kind: fc.constant('customer'), customer: customers, ...presence })
const agentUsers = fc.record({ kind: fc.constant('agent'), agent: agents, ...presence })
const users: fc.Arbitrary<ChatUser> = fc.oneof(customerUsers, agentUsers)
const members = list(fc.record({ id, kind: fc.constantFrom('customer', 'agent') }))

const chatScopes = fc.record({ groups: list(fc.nat()), agents: list(text) })
const heads: fc.Arbitrary<ChatHead> = fc.record({
  id,
  licenseId: fc.constant(1),
  revision: order,
  members,
  scopes: chatScopes,
  properties,
  thread: fc.record({ id, order, isActive: fc.boolean(), waitingSince: orNull(instant), properties }),
})
const chatFields = { head: heads, lastActivityAt: instant, lastSharedActivityAt: instant, users: list(users) }
const chats: fc.Arbitrary<Chat> = fc.record(chatFields)
const threadFields = { id, order, isActive: fc.boolean(), createdAt: instant, properties, userIds: list(id) }
const threads: fc.Arbitrary<ThreadWithEvents> = fc.record({ ...threadFields, events: list(chatEvents) })

export const chatSummaries: fc.Arbitrary<ChatSummary> = fc.record({
  ...chatFields,
  lastThread: fc.record(threadFields),
  lastEvents: list(fc.record({ threadId: id, threadOrder: order, event: chatEvents })),
  sequence: order,
})

const factChats: fc.Arbitrary<FactChat> = fc.record(chatFields).map(({ head }) => factChat(head))
const inChat = { chat: factChats }
const inLicense = { licenseId: order }

/** One arbitrary for each name. The compiler reports missing ones. */
export const facts: { readonly [N in FactName]: fc.Arbitrary<FactOf<N>> } = {
  incoming_chat_thread: fc.record({
    name: fc.constant('incoming_chat_thread'),
    ...inChat,
    shown: chats,
    thread: threads,
    onlyTo: fc.option(id),
  }),
  chat_users_updated: fc.record({
    name: fc.constant('chat_users_updated'),
    ...inChat,
    added: list(users),
    removed: members,
  }),
  incoming_event: fc.record({
    name: fc.constant('incoming_event'),
    ...inChat,
    threadId: id,
    event: chatEvents,
  }),
  incoming_rich_message_postback: fc.record({
    name: fc.constant('incoming_rich_message_postback'),
    ...inChat,
    threadId: id,
    eventId: id,
    properties,
    postback: fc.record({ userId: id, id: text, isToggled: fc.boolean() }),
  }),
  incoming_typing_indicator: fc.record({
    name: fc.constant('incoming_typing_indicator'),
    ...inChat,
    authorId: id,
    at: instant,
    recipients: fc.constantFrom('all', 'agents'),
    isTyping: fc.boolean(),
  }),
  incoming_sneak_peek: fc.record({
    name: fc.constant('incoming_sneak_peek'),
    ...inChat,
    authorId: id,
    at: instant,
    text,
  }),
  thread_closed: fc.record({
    name: fc.constant('thread_closed'),
    ...inChat,
    threadId: id,
    properties,
    userId: orNull(id),
  }),
  chat_scopes_updated: fc.record({
    name: fc.constant('chat_scopes_updated'),
    ...inChat,
    added: chatScopes,
    removed: chatScopes,
  }),
  chat_properties_updated: fc.record({
    name: fc.constant('chat_properties_updated'),
    ...inChat,
    properties,
  }),
  chat_thread_properties_updated: fc.record({
    name: fc.constant('chat_thread_properties_updated'),
    ...inChat,
    threadId: id,
    properties,
  }),
  customer_updated: fc.record({
    name: fc.constant('customer_updated'),
    ...inChat,
    customer: customerUsers,
  }),
  last_seen_timestamp_updated: fc.record({
    name: fc.constant('last_seen_timestamp_updated'),
    ...inChat,
    userId: id,
    at: instant,
  }),
  incoming_multicast: fc.record({
    name: fc.constant('incoming_multicast'),
    ...inLicense,
    authorId: id,
    content: fc.jsonValue(),
    recipients: fc.record({
      areAllAgents: fc.boolean(),
      agentIds: list(id),
      groups: list(fc.nat()),
      customerIds: list(id),
    }),
  }),
  agent_updated: fc.record({
    name: fc.constant('agent_updated'),
    ...inLicense,
    agentId: id,
    routingStatus: routingStatuses,
    formerStatus: routingStatuses,
  }),
  agent_logged_in: fc.record({
    name: fc.constant('agent_logged_in'),
    ...inLicense,
    agentId: id,
    routingStatus: routingStatuses,
    formerStatus: fc.option(routingStatuses),
  }),
  agents_disconnected: fc.record({
    name: fc.constant('agents_disconnected'),
    ...inLicense,
    agentIds: list(id),
    onlineUntil: instant,
  }),
  agent_profile_updated: fc.record({
    name: fc.constant('agent_profile_updated'),
    ...inLicense,
    agentId: id,
    permission: fc.constantFrom('normal', 'administrator'),
    groups: list(fc.nat(20)),
  }),
  agent_went_offline: fc.record({
    name: fc.constant('agent_went_offline'),
    ...inLicense,
    agentId: id,
  }),
  agent_logged_out: fc.record({
    name: fc.constant('agent_logged_out'),
    ...inLicense,
    agentId: id,
  }),
  agent_deleted: fc.record({
    name: fc.constant('agent_deleted'),
    ...inLicense,
    agentId: id,
  }),
  customer_banned: fc.record({
    name: fc.constant('customer_banned'),
    ...inLicense,
    customerId: id,
    days: fc.integer({ min: 1, max: 3_650 }),
  }),
  customer_unbanned: fc.record({
    name: fc.constant('customer_unbanned'),
    ...inLicense,
    customerId: id,
  }),
  tokens_revoked: fc.record({
    name: fc.constant('tokens_revoked'),
    ...inLicense,
    tokenHashes: list(id),
  }),
  app_removed: fc.record({
    name: fc.constant('app_removed'),
    ...inLicense,
    clientId: id,
  }),
  configuration_updated: fc.record({
    name: fc.constant('configuration_updated'),
    ...inLicense,
    revision: order,
  }),
  license_updated: fc.record({
    name: fc.constant('license_updated'),
    ...inLicense,
    expiresAt: orNull(instant),
  }),
}
