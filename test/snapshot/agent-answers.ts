import type { ApiVersion } from '../../packages/core/src/contract/versions.js'
import type { Chat } from './chat.js'
import type { ChatAnswers } from './client-api.js'
import { headOf, newestPerType } from './newest-per-type.js'

/** Returns the responses of the Agent API that correspond to the chat as the client keeps it. */
export function agentAnswers(chat: Chat, version: ApiVersion<'agent'>): ChatAnswers {
  const { properties } = headOf(chat)
  const { threads } = chat
  const threads_summary = threads.map(({ id, order }) => ({ thread_id: id, order })).reverse()
  const properites = properties && { properites: properties }
  return {
    summary: version === 'v0.3' ? summaryV03(chat) : summary(chat),
    chat: { ...headOf(chat), ...properites, threads, threads_summary },
  }
}

function summary(chat: Chat) {
  const newest = newestPerType(chat).map(({ thread, event }) => {
    return [event.type, { thread_id: thread.id, thread_order: thread.order, event }] as const
  })
  const last_event_per_type = Object.fromEntries(newest)
  return { ...headOf(chat), last_event_per_type, last_thread_summary: lastThread(chat) }
}

function summaryV03(chat: Chat) {
  const last_event_per_type = newestPerType(chat).map(({ thread, event }) => ({
    thread_id: thread.id,
    event,
  }))
  return { ...headOf(chat), last_thread_summary: { ...lastThread(chat), last_event_per_type } }
}

function lastThread({ threads }: Chat) {
  const last = threads.at(-1)
  if (last === undefined) return undefined
  const { active: _, events: __, ...shown } = last
  return shown
}
