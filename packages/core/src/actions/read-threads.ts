import { nextTurn } from '../clock/next-turn.js'
import * as agentContract from '../contract/agent-actions.js'
import * as customerContract from '../contract/customer-actions.js'
import type { ActionContext } from '../dispatch/context.js'
import { handle } from '../dispatch/handle.js'
import { pageIds } from '../domain/page-ids.js'
import { invalidField, ParleyError } from '../errors.js'
import type { MeasuredThread, ThreadWithEvents } from '../model/thread.js'
import {
  agentChatView,
  agentThreadView,
  customerChatView,
  customerThreadSummaryView,
  customerThreadView,
  threadsSummaryView,
} from '../views/chat.js'
import { type ChatContext, requireChat, unknownChat } from './access.js'
import { readQueue } from './customer-chats.js'

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

/** Maximum number of entries of `threads_summary` per page (decisions §16.19). */
const threadsPerPage = 1_000
/** Page ids of a chat's threads, which are sorted by order, newest first. */
const threadPages = pageIds('threads', ['integer'])

export const agentGetChatThreads = handle(
  agentContract.getChatThreads,
  async (context, { chat_id, thread_ids, page_id }) => {
    const { chats } = context.read
    const [before] = page_id === undefined ? [null] : threadPages.decode(page_id, 'payload.page_id')
    const [chat, measured, orders] = await Promise.all([
      chats.get(chat_id),
      thread_ids && chats.measureThreads(chat_id, thread_ids),
      // One extra thread shows whether there is another page.
      chats.listThreadOrders(chat_id, { before, limit: threadsPerPage + 1 }),
    ])
    if (chat === undefined) throw unknownChat()
    requireChat(context, chat.head)
    const page = orders.slice(0, threadsPerPage)
    const last = orders.length > threadsPerPage ? page.at(-1) : undefined
    const response = {
      chat: { ...agentChatView(chat, context.viewer), threads_summary: threadsSummaryView(page) },
      ...(last && { next_page_id: threadPages.encode([last.order]) }),
    }
    if (thread_ids === undefined || measured === undefined) return response
    const requested = { chatId: chat_id, threadIds: thread_ids, measured, rest: response }
    const threads = await readThreads(context, requested, (thread) => agentThreadView(thread, context.viewer))
    return { ...response, chat: { ...response.chat, threads } }
  },
)

export const customerGetChatThreads = handle(
  customerContract.getChatThreads,
  async (context, { chat_id, thread_ids }) => {
    const { chats } = context.read
    const [chat, measured] = await Promise.all([
      chats.get(chat_id),
      chats.measureThreads(chat_id, thread_ids),
    ])
    if (chat === undefined) throw unknownChat()
    requireChat(context, chat.head)
    const queue = await readQueue(context, chat.head, context.read.routing)
    const shown = { ...customerChatView(chat, context.viewer), ...queue }
    const requested = { chatId: chat_id, threadIds: thread_ids, measured, rest: shown }
    const threads = await readThreads(context, requested, (thread) =>
      customerThreadView(thread, context.viewer),
    )
    return { chat: { ...shown, threads } }
  },
)

const pages = pageIds('customer threads', ['integer'])

/** Lists thread summaries. A `next_page_id` is returned only when the request uses paging. */
export const getChatThreadsSummary = handle(
  customerContract.getChatThreadsSummary,
  async (context, { page_id, ...page }) => {
    const [before] = page_id ? pages.decode(page_id, 'payload.page_id') : [null]
    const response = await threadsSummary(context, { ...page, before })
    const last = response.threads_summary.at(-1)
    // Orders count from 1 without gaps.
    const hasPageId = page_id !== undefined && last !== undefined && last.order > 1
    return { ...response, ...(hasPageId && { next_page_id: pages.encode([last.order]) }) }
  },
)

export const getChatThreadsSummaryWithoutPages = handle(
  customerContract.getChatThreadsSummaryWithoutPages,
  threadsSummary,
)

interface ThreadPage {
  readonly chat_id: string
  readonly offset?: number
  readonly limit?: number
  readonly before?: number | null
}

async function threadsSummary(
  context: ActionContext<'customer'>,
  { chat_id, offset = 0, limit = 25, before = null }: ThreadPage,
) {
  requireChat(context, await context.read.chats.getHead(chat_id))
  const page = { before, offset, limit }
  const { threads, total } = await context.read.chats.listThreadSummaries(chat_id, page)
  const threads_summary = threads.map((thread) => customerThreadSummaryView(thread, context.viewer))
  return { threads_summary, total_threads: total }
}
