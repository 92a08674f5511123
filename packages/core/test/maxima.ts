import type { actions } from '../src/actions/index.js'
import type * as agentPushes from '../src/contract/agent-pushes.js'
import type * as customerPushes from '../src/contract/customer-pushes.js'
import { contractLimits } from '../src/contract/limits.js'
import { fileUrlBytes } from '../src/domain/event-bytes.js'
import { builtInProperties } from '../src/domain/properties.js'
import { resolveSettings } from '../src/settings.js'

// The most bytes that each answer and push can have with the bounds that the options have by default. Every name of the
// contract has an entry here: the compiler asks for those that are missing.

const { limits } = resolveSettings({})
const bound = (name: keyof typeof limits): number => limits[name]

/** JSON writes a control character as six bytes, and no character longer. */
const bytesPerCharacter = 6
const text = (length: number) => length * bytesPerCharacter + 2
const list = (count: number, each: number) => count * (each + 1) + 2

const uuid = 38
const number = 20
/** Names, quotes and marks of an object with up to sixteen fields. */
const fields = 400

const userId = text(contractLimits.idLength)
const propertyCount = [...builtInProperties.values()].reduce((sum, { size }) => sum + size, 0)
/** Largest properties on the wire, where each value is wrapped in an object. */
const properties = bound('propertiesBytes') + propertyCount * '{"value":}'.length
const groups = list(contractLimits.scopeGroupCount, number)
/** Agents can name agents too. */
const scopes = groups + list(contractLimits.scopeGroupCount, userId)

/** Details from the connection: user agent, address and host. */
const origin = text(512) + 2 * text(64)
/** Result of the host's `geolocate`. */
const geolocation = 5 * text(128)
const customer = bound('customerBytes') + origin + geolocation + fields
const customerWithPages = customer + bound('visitPagesBytes') + bound('visitPageCount') * 40
const agent = bound('agentProfileBytes') + fields / 2
const userCount = bound('membersPerChat') + bound('formerUsersPerChat')
/** Only one customer can be in a chat. */
const users = customer + list(userCount - 1, agent)

/** Every button of a rich message, by the one customer of the chat. */
const pressed = contractLimits.richMessageElementCount * contractLimits.richMessageButtonCount * uuid
const content = {
  message: text(contractLimits.eventTextLength),
  annotation: text(contractLimits.eventTextLength) + text(contractLimits.nameLength),
  custom: bound('customContentBytes'),
  file: fileUrlBytes + text(contractLimits.nameLength) + fields,
  filled_form: bound('eventContentBytes'),
  rich_message: bound('eventContentBytes') + text(contractLimits.nameLength) + pressed,
  system_message: fields,
}
const eventHead = uuid + userId + text(contractLimits.customIdLength) + properties + fields
const event = eventHead + Math.max(...Object.values(content))
const lastEvents = Object.values(content).reduce((sum, one) => sum + eventHead + one + 2 * uuid, 0)

const threadHead = (userCount: number) => uuid + list(userCount, userId) + properties + fields
const chatHead = uuid + users + properties + fields
/** One that an event opens in an old chat, or one that a chat is started with. */
const chatWithThread = Math.max(
  chatHead + threadHead(bound('membersPerChat') + 1) + event,
  agent + customer + 3 * properties + bound('startEventsBytes') + fields * contractLimits.idCount,
)
/** The Customer API shows its scopes too. */
const scopedChatWithThread = chatWithThread + scopes

/** Largest chat in a list. */
export const summary = chatHead + scopes + threadHead(bound('usersPerThread')) + lastEvents
/** Largest list of chats. A list ends before the chat that would exceed the limit, but has at least one. */
const chatsSummary = Math.max(bound('chatsSummaryBytes'), summary) + 2 * userId
const threads = 12 * 1_048_576
const nothing = 2
/** Answer about each chat whose pushes a login asks for. */
const caughtUp = list(contractLimits.idCount, userId + fields)
/** Largest envelope of a response: `action`, `type`, `success` and `request_id`. */
const envelope = fields + text(contractLimits.idLength)

type Entries<Contract> = { readonly [K in keyof Contract]: number }
type Pushes<Contract> = {
  readonly [K in keyof Contract as Contract[K] extends { payload: unknown } ? K : never]: number
}

const customerAnswers: Entries<(typeof actions)['customer']> = {
  login: 2 * uuid + text(contractLimits.urlLength) + caughtUp,
  getChatsSummary: chatsSummary,
  getChatsSummaryWithoutPages: chatsSummary,
  getChatThreads: threads,
  getChatThreadsSummary: list(100, uuid + 2 * number + fields) + userId,
  getChatThreadsSummaryWithoutPages: list(100, uuid + 2 * number + fields),
  startChat: scopedChatWithThread,
  sendEvent: event + uuid,
  sendFile: fileUrlBytes,
  sendRichMessagePostback: nothing,
  sendSneakPeek: nothing,
  closeThread: nothing,
  updateChatProperties: nothing,
  updateChatScopes: nothing,
  updateChatThreadProperties: nothing,
  updateCustomer: customer,
  updateLastSeenTimestamp: number,
  updateLastSeenTimestampOfAllChats: number,
}

const autoChatScopes = list(bound('autoChatScopesPerLicense'), bound('autoChatScopesBytes'))

const agentAnswers: Entries<(typeof actions)['agent']> = {
  login: chatsSummary + agent + text(contractLimits.nameLength) + caughtUp + fields,
  getArchives: threads,
  getArchivesWithoutPageIds: threads,
  addAutoChatScopes: uuid,
  removeAutoChatScopes: nothing,
  getAutoChatScopesConfig: autoChatScopes,
  getFilteredChats: chatsSummary,
  getFilteredChatsWithoutPages: chatsSummary,
  getChatThreads: threads,
  startChat: chatWithThread,
  startChatWithScopes: chatWithThread,
  joinChat: nothing,
  removeFromChat: nothing,
  multicast: nothing,
  sendBroadcast: nothing,
  sendEvent: event + uuid,
  sendFile: fileUrlBytes,
  sendTypingIndicator: nothing,
  closeThread: nothing,
  banCustomer: nothing,
  changePushNotifications: nothing,
  updateAgent: nothing,
  updateChatProperties: nothing,
  updateChatScopes: nothing,
  updateChatScopesWithAgents: nothing,
  updateChatThreadProperties: nothing,
  updateLastSeenTimestamp: number,
  uploadImage: 2 * fileUrlBytes,
}

/** Largest property definitions: each in its own namespace, with `access` at each location. */
const propertyConfig = bound('propertyDefinitionBytes') + 2 * userId + 3 * '{"access":}'.length
const propertyConfigs = list(bound('propertiesPerLicense') + propertyCount, propertyConfig)

const configurationAnswers: Entries<(typeof actions)['configuration']> = {
  createProperties: nothing,
  createBotAgent: uuid,
  removeBotAgent: nothing,
  updateBotAgent: nothing,
  getBotAgents: list(bound('botsPerLicense'), agent),
  getBotAgentDetails: agent + bound('botWebhooksBytes') + fields,
  getPropertyConfigs: propertyConfigs,
  registerWebhook: uuid,
  getWebhooksConfig: list(bound('webhooksPerLicense'), bound('webhookBytes')),
  unregisterWebhook: nothing,
}

const ids = 2 * uuid + userId + fields
/** Largest push when users join or leave. Only agents can do both. */
const usersUpdated =
  Math.max(list(bound('membersPerChat'), agent), list(contractLimits.idCount, userId)) + ids

/** Largest push when as many scopes were added as removed. */
const scopesUpdated = 2 * scopes + ids
const propertiesUpdated = properties + ids
const multicast = bound('multicastContentBytes') + ids

const customerPushed: Pushes<typeof customerPushes> = {
  incomingChatThread: scopedChatWithThread,
  chatUsersUpdated: usersUpdated,
  incomingEvent: event + ids,
  incomingRichMessagePostback: 3 * uuid + text(contractLimits.customIdLength) + ids,
  incomingMulticast: multicast,
  incomingTypingIndicator: ids,
  customerDisconnected: fields,
  threadClosed: ids,
  chatScopesUpdated: scopesUpdated,
  chatPropertiesUpdated: propertiesUpdated,
  chatThreadPropertiesUpdated: propertiesUpdated,
  customerUpdated: customer + ids,
  queuePositionUpdated: fields,
  lastSeenTimestampUpdated: ids,
}

const agentPushed: Pushes<typeof agentPushes> = {
  incomingChatThread: chatWithThread,
  chatUsersUpdated: usersUpdated,
  incomingEvent: event + ids,
  incomingMulticast: multicast,
  incomingBroadcast: multicast,
  incomingTypingIndicator: ids,
  incomingSneakPeek: text(contractLimits.eventTextLength) + ids,
  threadClosed: ids,
  chatScopesUpdated: scopesUpdated,
  chatPropertiesUpdated: propertiesUpdated,
  chatThreadPropertiesUpdated: propertiesUpdated,
  customerBanned: ids,
  customerUpdated: customer + ids,
  agentUpdated: ids,
  agentDisconnected: fields,
  lastSeenTimestampUpdated: ids,
}

const enveloped = <N extends string>(entries: Readonly<Record<N, number>>) => {
  const names = Object.keys(entries) as N[]
  return Object.fromEntries(names.map((name) => [name, entries[name] + envelope])) as Record<N, number>
}

export const biggest = {
  answers: {
    customer: enveloped(customerAnswers),
    agent: enveloped(agentAnswers),
    configuration: enveloped(configurationAnswers),
  },
  pushes: { customer: enveloped(customerPushed), agent: enveloped(agentPushed) },
} as const

/** Largest chat with whole threads, which shows all pages of a visit. */
export const chatOfThreads = chatHead + scopes + customerWithPages
