import { type BotStatus, statusWhileOnline } from '../domain/bots.js'
import { agentEventView, isShown } from '../views/event.js'
import type { AgentViewer } from '../views/viewer.js'
import type { FactOf } from './fact.js'

/** The `data` of webhooks, where it differs from what agents are pushed. `undefined` means that nothing is sent. */

/** Returns the event without its `order`, which the commit allocates, and with its thread (decisions §15.11). */
export function eventOfWebhookView({ chat, threadId, event }: FactOf<'incoming_event'>, viewer: AgentViewer) {
  if (!isShown(event, viewer)) return undefined
  const shown = Object.assign(agentEventView(event, viewer), { order: undefined })
  return { chat_id: chat.id, thread_id: threadId, event: shown }
}

interface StatusData {
  readonly agent_id: string
  readonly status: BotStatus
}

/** Returns `undefined` when the status did not change (spec configuration.md "Events"). */
export function statusView({
  agentId,
  routingStatus,
  formerStatus,
}: FactOf<'agent_updated' | 'agent_logged_in'>): StatusData | undefined {
  return routingStatus === formerStatus
    ? undefined
    : { agent_id: agentId, status: statusWhileOnline(routingStatus) }
}

export function offlineView({ agentId }: FactOf<'agent_went_offline'>): StatusData {
  return { agent_id: agentId, status: 'offline' }
}
