import { invalid } from '../../errors.js'
import type { ThreadWithEvents } from '../../ports/stores/chats.js'
import type { ChatContext } from './access.js'

/** The named threads of the chat, each of which must exist. */
export async function requireThreads(
  context: ChatContext,
  chatId: string,
  threadIds: readonly string[],
): Promise<readonly ThreadWithEvents[]> {
  const threads = await context.read.chats.listThreads(chatId, threadIds)
  const known = new Set(threads.map(({ id }) => id))
  const unknown = threadIds.findIndex((id) => !known.has(id))
  if (unknown >= 0) throw invalid(`payload.thread_ids[${unknown}] names no thread of the chat`)
  return threads
}
