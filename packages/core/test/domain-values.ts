import { type Configuration, nothingConfigured, toConfiguration } from '../src/configuration/configuration.js'
import type { FileUrls } from '../src/domain/file-urls.js'
import type { AgentPrincipal, CustomerPrincipal } from '../src/domain/principal.js'
import { builtInProperties } from '../src/domain/properties.js'
import type { Agent } from '../src/model/agent.js'
import type { ChatHead, ChatMember, ChatUser } from '../src/model/chat.js'
import type { ConfiguredRule } from '../src/model/configuration.js'
import type { Customer } from '../src/model/customer.js'
import type { ChatEvent, NewEvent } from '../src/model/event.js'
import type { AgentViewer, CustomerViewer } from '../src/views/viewer.js'

/** An instant with a fraction of a second, so that a forgotten division shows. */
export const now = 1_700_000_000_250

export function agentPrincipal(values: Partial<AgentPrincipal> = {}): AgentPrincipal {
  return {
    kind: 'agent',
    id: 'ada@example.com',
    licenseId: 1,
    clientId: 'app',
    permission: 'normal',
    groups: [0],
    scopes: new Set(),
    grantHash: null,
    ...values,
  }
}

export function customerPrincipal(values: Partial<CustomerPrincipal> = {}): CustomerPrincipal {
  return { kind: 'customer', id: 'customer', licenseId: 1, clientId: 'app', ...values }
}

export function agent(values: Partial<Agent> = {}): Agent {
  return {
    id: 'ada@example.com',
    licenseId: 1,
    externalId: null,
    name: 'Ada',
    email: 'ada@mail.example.com',
    avatar: null,
    permission: 'normal',
    groups: [{ id: 0, priority: 'normal' }],
    maxChatsCount: 6,
    ownerClientId: null,
    routingStatus: 'accepting_chats',
    onlineUntil: now + 1,
    createdAt: 1_000,
    ...values,
  }
}

export function customer(values: Partial<Customer> = {}): Customer {
  return {
    id: 'customer',
    licenseId: 1,
    externalId: null,
    name: null,
    email: null,
    fields: {},
    visitor: null,
    threadCount: 0,
    bannedUntil: null,
    createdAt: 1_000,
    ...values,
  }
}

export const customerMember: ChatMember = { id: 'customer', kind: 'customer' }
export const agentMember: ChatMember = { id: 'ada@example.com', kind: 'agent' }

export function chatHead(values: Partial<ChatHead> = {}): ChatHead {
  return {
    id: 'chat',
    licenseId: 1,
    revision: 1,
    members: [customerMember, agentMember],
    scopes: { groups: [], agents: [] },
    properties: {},
    thread: { id: 'thread', order: 1, isActive: true, waitingSince: null, properties: {} },
    ...values,
  }
}

export function newEvent(values: Partial<NewEvent> = {}): NewEvent {
  return {
    id: 'event',
    authorId: 'customer',
    recipients: 'all',
    createdAt: now,
    customId: null,
    properties: {},
    content: { type: 'message', text: 'Hello' },
    ...values,
  }
}

export function chatEvent(values: Partial<ChatEvent> = {}): ChatEvent {
  return { ...newEvent(), order: 1, ...values }
}

export function customerUser(
  values: Partial<Extract<ChatUser, { kind: 'customer' }>> = {},
): Extract<ChatUser, { kind: 'customer' }> {
  return { kind: 'customer', customer: customer(), isPresent: true, lastSeenAt: null, ...values }
}

export function agentUser(
  values: Partial<Extract<ChatUser, { kind: 'agent' }>> = {},
): Extract<ChatUser, { kind: 'agent' }> {
  return { kind: 'agent', agent: agent(), isPresent: true, lastSeenAt: null, ...values }
}

/** Builds file addresses without a signature. */
export const fileUrls: FileUrls = { getUrl: (path) => `/files/${path}` }

export function customerViewer(version: CustomerViewer['version'] = 'v0.5'): CustomerViewer {
  return { api: 'customer', version, catalog: builtInProperties, files: fileUrls, now }
}

export function agentViewer(version: AgentViewer['version'] = 'v0.4'): AgentViewer {
  return { api: 'agent', version, catalog: builtInProperties, files: fileUrls, now, steadyNow: now }
}

/** Returns the rule of a webhook for `thread_closed`, with the values of the test. */
export function configuredRule(values: Partial<ConfiguredRule> = {}): ConfiguredRule {
  return {
    ...{ webhookId: 'webhook', version: 'v0.5', botId: null },
    ...{ action: 'thread_closed', filters: null, additionalData: [] },
    ...values,
  }
}

/** Returns the configuration of a license that configured nothing, with the values of the test. */
export function configuration(values: Partial<Configuration> = {}): Configuration {
  const limits = {
    ...{ propertiesBytes: 1, customContentBytes: 1, eventContentBytes: 1 },
    threadBounds: { eventCount: 1, eventBytes: 1 },
  }
  return { ...toConfiguration(nothingConfigured, limits), ...values }
}
