import type { ApiVersion } from '../../packages/core/src/contract/versions.js'
import type { Chat } from './chat.js'
import type { ChatAnswers } from './client-api.js'
import { headOf, newestPerType } from './newest-per-type.js'

/** Returns the responses of the Customer API that correspond to the chat as the client keeps it. */
export function customerAnswers(chat: Chat, version: ApiVersion<'customer'>): ChatAnswers {
  const { threads } = chat
  const last_event_per_type = version === 'v0.3' ? ofLastThread(chat) : perType(chat)
  const threads_summary = threads
    .map(({ id, order, events }) => ({ id, order, total_events: events.length }))
    .reverse()
  return {
    summary: { ...headOf(chat), order: activityOf(chat), last_event_per_type },
    chat: { ...headOf(chat), threads },
    threads_summary,
  }
}

function perType(chat: Chat) {
  const newest = newestPerType(chat).map(({ thread, event }) => {
    return [event.type, { thread_id: thread.id, thread_order: thread.order, event }] as const
  })
  return Object.fromEntries(newest)
}

function ofLastThread({ threads }: Chat) {
  const last = threads.slice(-1)
  const newest = newestPerType({ threads: threads })
    .filter(({ thread }) => thread === last[0])
    .map(({ event }) => [event.type, event] as const)
  return { thread_id: last[0]?.id, events: Object.fromEntries(newest) }
}

/**
 * Returns the time of the last activity, in milliseconds but with the precision of events, which is one second;
 * `undefined` when there is no event.
 */
function activityOf({ threads }: Chat): number | undefined {
  const times = threads.flatMap(({ events }) => events.map(({ timestamp }) => timestamp * 1_000))
  return times.length === 0 ? undefined : Math.max(...times)
}
