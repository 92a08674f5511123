import { nextTurn } from '../../clock/next-turn.js'
import type { ActionContext } from '../../dispatch/context.js'
import { jsonBytes } from '../../domain/json-bytes.js'
import { ParleyError } from '../../errors.js'
import type { Chat } from '../../model/chat.js'
import type { ArchivedThread } from '../../ports/stores/archives.js'
import { agentChatWithThreadView } from '../../views/chat.js'
import { maxResponseBytes, wholeThread } from './read-threads.js'

/** Number of threads read at the same time. Each needs one or two connections of the storage. */
const threadsAtOnce = 4
/** Bytes of the response besides its threads, such as the pagination. */
const besideThreads = 1_024
/** Bytes that surround each thread. */
const besideThread = 16

/**
 * Returns each thread with its chat, in the order of the list. Bytes for the whole response are reserved before
 * anything is read. A response over the maximum is refused, except for one with a single thread, which always fits
 * (decisions §16.19).
 */
export async function readArchived(context: ActionContext<'agent'>, threads: readonly ArchivedThread[]) {
  const storedBytes = threads.reduce((sum, { bytes }) => sum + bytes, 0)
  checkBytes(storedBytes, threads)
  await context.reserveResponse(Math.min(storedBytes, maxResponseBytes))
  const chats = new Map<string, Promise<Chat | undefined>>()
  const shown: { chat: ReturnType<typeof agentChatWithThreadView> }[] = []
  let bytes = besideThreads
  for (let index = 0; index < threads.length; index += threadsAtOnce) {
    const some = threads.slice(index, index + threadsAtOnce)
    for (const one of await Promise.all(some.map((thread) => readOne(context, chats, thread)))) {
      bytes += one.bytes
      checkBytes(bytes, threads)
      shown.push({ chat: one.chat })
    }
    // SQLite responds synchronously, so other work gets a turn here.
    await nextTurn()
  }
  return shown
}

function checkBytes(bytes: number, threads: readonly ArchivedThread[]): void {
  if (bytes > maxResponseBytes && threads.length > 1) {
    throw new ParleyError('entity_too_large', { detail: 'ask for fewer threads' })
  }
}

async function readOne(
  context: ActionContext<'agent'>,
  chats: Map<string, Promise<Chat | undefined>>,
  { id, chatId }: ArchivedThread,
) {
  const reading = chats.get(chatId) ?? context.read.chats.get(chatId)
  chats.set(chatId, reading)
  const [chat, [measured]] = await Promise.all([reading, context.read.chats.measureThreads(chatId, [id])])
  if (chat === undefined || measured === undefined) {
    throw new TypeError(`thread ${id} was not found, although threads are never deleted`)
  }
  const thread = await wholeThread(context, chatId, measured)
  const view = agentChatWithThreadView(chat, thread, context.viewer, 'all')
  const { thread: _, ...head } = view
  return { chat: view, bytes: measured.bytes + jsonBytes(head) + besideThread }
}
