import type { PushMessage } from '@parley/core/ports'

export const hello: PushMessage = {
  ...{ licenseId: 7, agentId: 'ada@example.com', chatId: 'chat', threadId: 'thread', reason: 'event' },
  ...{ title: 'Casey', body: 'Hello', eventType: 'message', eventCount: 1 },
}

/** Message that an agent was added to a chat, without any event. */
export const assigned: PushMessage = {
  ...{ licenseId: 7, agentId: 'ada@example.com', chatId: 'chat', threadId: null, reason: 'assigned' },
  ...{ title: null, body: '', eventType: null, eventCount: 0 },
}

/** Message of the maximum length, in characters that take three bytes each. */
export const longest: PushMessage = {
  ...hello,
  ...{ title: '漢'.repeat(80), body: '漢'.repeat(240), eventCount: 1_000_000 },
}

export const never = (): { readonly signal: AbortSignal } => ({ signal: new AbortController().signal })
