import { nextTurn } from '../../clock/next-turn.js'
import { invalidField, ParleyError } from '../../errors.js'
import type { MeasuredThread, ThreadWithEvents } from '../../model/thread.js'
import type { ChatContext } from './access.js'

/** Maximum size of a response, in bytes (decisions §16.19). */
export const maxResponseBytes = 12 * 1_048_576
/** A response above this size is encoded in an event loop turn of its own. */
const bytesPerTurn = 262_144

interface Requested {
  readonly chatId: string
  readonly threadIds: readonly string[]
  /** The threads that exist among those. */
  readonly measured: readonly MeasuredThread[]
  /** Everything else in the response. */
  readonly rest: object
}

/**
 * Returns the requested threads of the chat, shown by `view`. Throws a `validation` error when one does not exist. Long
 * threads are read only once enough response bytes are available, so many such requests wait without occupying memory.
 */
export async function readThreads<View>(
  context: ChatContext,
  { chatId, threadIds, measured, rest }: Requested,
  view: (thread: ThreadWithEvents) => View,
): Promise<View[]> {
  const known = new Set(measured.map(({ id }) => id))
  const unknown = threadIds.findIndex((id) => !known.has(id))
  if (unknown >= 0)
    throw invalidField(
      { path: `payload.thread_ids[${unknown}]`, rule: 'not_found' },
      'does not match any thread of the chat',
    )
  let responseBytes = Buffer.byteLength(JSON.stringify(rest))
  for (const { bytes } of measured) responseBytes += bytes
  if (responseBytes > maxResponseBytes) {
    throw new ParleyError('entity_too_large', { detail: 'ask for fewer threads' })
  }
  await context.reserveResponse(responseBytes)
  const views: View[] = []
  for (const thread of measured) views.push(view(await wholeThread(context, chatId, thread)))
  if (responseBytes > bytesPerTurn) await nextTurn()
  return views
}

/** Returns the thread with its events. A long thread was measured without them, so they are read here. */
export async function wholeThread(
  context: ChatContext,
  chatId: string,
  { bytes: _, events, ...measured }: MeasuredThread,
): Promise<ThreadWithEvents> {
  return events === undefined ? readLong(context, chatId, measured.id) : { ...measured, events }
}

async function readLong(context: ChatContext, chatId: string, threadId: string): Promise<ThreadWithEvents> {
  const [thread] = await context.read.chats.listThreads(chatId, [threadId])
  if (thread === undefined)
    throw new TypeError(`thread ${threadId} was not found, although threads are never deleted`)
  return thread
}
