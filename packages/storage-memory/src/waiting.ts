import type { ChatHead } from '@parley/core/storage'
import { changeHead, getChat, getLastThread, threadKey } from './chat-rows.js'
import type { Tables } from './tables.js'

/** Ends the wait of the last thread, after a member was assigned to it. */
export function stopWaiting(tables: Tables, chatId: string, at: number): ChatHead {
  const { head } = getChat(tables, chatId)
  const thread = nowServed(tables, head, at)
  return thread === head.thread ? head : changeHead(tables, head, { thread })
}

/** Returns the last thread as it is after its wait. If it was waiting, its idle timer starts at `at`. */
export function nowServed(tables: Tables, head: ChatHead, at: number): ChatHead['thread'] {
  if (head.thread.waitingSince === null) return head.thread
  const timeoutsFrom = Math.max(getLastThread(tables, head).timeoutsFrom, at)
  tables.threads.patch(threadKey(head.id, head.thread.order), { timeoutsFrom })
  startTimer(tables, head)
  return Object.assign({}, head.thread, { waitingSince: null })
}

/** Returns the last thread as it is when it waits again. */
export function waitingAgain(tables: Tables, head: ChatHead): ChatHead['thread'] {
  if (!head.thread.isActive) throw new TypeError(`chat ${head.id} has no active thread`)
  return Object.assign({}, head.thread, { waitingSince: getLastThread(tables, head).beganAt })
}

export function startTimer(tables: Tables, head: ChatHead): void {
  const { timeoutsFrom } = getLastThread(tables, head)
  tables.threads.patch(threadKey(head.id, head.thread.order), {
    timerAt: timeoutsFrom,
    idleToldFrom: null,
  })
}
