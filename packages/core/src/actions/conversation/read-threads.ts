import { setImmediate as nextTurn } from 'node:timers/promises'
import { invalid, ParleyError } from '../../errors.js'
import type { ThreadSize, ThreadWithEvents } from '../../ports/stores/chats.js'
import type { ChatContext } from './access.js'

/** No answer is longer (decisions §16.19). */
const maxAnswerBytes = 12 * 1_048_576
/** What is made in one turn of the event loop, and what may be made of it in the next. */
const bytesPerTurn = 262_144

interface Requested {
  readonly chatId: string
  readonly threadIds: readonly string[]
  /** Of the threads that there are. */
  readonly sizes: readonly ThreadSize[]
  /** All else that the answer holds. */
  readonly rest: object
}

/**
 * The named threads of the chat as `view` shows them; each must exist. They are read once there is room for an answer of
 * that length, so that many who ask for long threads wait in line with nothing in memory.
 */
export async function readThreads<View>(
  context: ChatContext,
  { chatId, threadIds, sizes, rest }: Requested,
  view: (thread: ThreadWithEvents) => View,
): Promise<View[]> {
  const known = new Set(sizes.map(({ id }) => id))
  const unknown = threadIds.findIndex((id) => !known.has(id))
  if (unknown >= 0) throw invalid(`payload.thread_ids[${unknown}] names no thread of the chat`)
  const threadBytes = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  const answerBytes = threadBytes + Buffer.byteLength(JSON.stringify(rest))
  if (answerBytes > maxAnswerBytes) {
    throw new ParleyError('entity_too_large', { detail: 'ask for fewer threads' })
  }
  await context.reserveAnswer(answerBytes)
  const threads = await context.read.chats.listThreads(chatId, threadIds)
  const views = threads.map(view)
  // To encode a long answer takes a turn by itself.
  if (answerBytes > bytesPerTurn) await nextTurn()
  return views
}
