import { nextTurn } from '../clock/next-turn.js'
import * as agentContract from '../contract/agent-actions.js'
import type { RequestOf } from '../contract/define.js'
import type { ActionContext } from '../dispatch/context.js'
import { handle } from '../dispatch/handle.js'
import { readReach } from '../domain/access.js'
import { normalizeAgentIds } from '../domain/agents.js'
import { archiveDays } from '../domain/archive-days.js'
import { jsonBytes } from '../domain/json-bytes.js'
import { pageIds } from '../domain/page-ids.js'
import { toTermFilter } from '../domain/property-terms.js'
import { hasNoWords, searchTerms } from '../domain/search-tokens.js'
import { invalid, ParleyError } from '../errors.js'
import type { Chat } from '../model/chat.js'
import type { ArchivedThread, ArchiveFilter, ArchivePage, ThreadPosition } from '../ports/stores/archives.js'
import { agentChatWithThreadView } from '../views/chat.js'
import { maxResponseBytes, wholeThread } from './read-threads.js'
import { requestedFilters } from './requested-filters.js'

/** Page ids of the archive, which is sorted by creation, newest first. */
const pages = pageIds('archives', ['integer', 'text'])
const defaultLimit = 25
const filtered = { locations: ['thread', 'chat'], path: 'payload.filters.properties' } as const

export const getArchives = handle(
  agentContract.getArchives,
  async (context, { filters, pagination = {} }) => {
    const { page_id, limit = defaultLimit } = pagination
    if (page_id === undefined) return byNumber(context, filters, pagination)
    if (pagination.page !== undefined)
      throw invalid(
        { path: 'payload.pagination.page', rule: 'conflicts_with' },
        'payload.pagination must not have both page and page_id',
      )
    const after = page_id === '' ? null : positionOf(page_id)
    const { threads, total, hasMore } = await list(context, filters, { after, offset: 0, limit })
    const last = hasMore ? threads.at(-1) : undefined
    return {
      chats: await readArchived(context, threads),
      pagination: { total, ...(last && { next_page_id: pages.encode([last.createdAt, last.id]) }) },
    }
  },
)

export const getArchivesWithoutPageIds = handle(
  agentContract.getArchivesWithoutPageIds,
  (context, { filters, pagination }) => byNumber(context, filters, pagination ?? {}),
)

type Filters = RequestOf<typeof agentContract.getArchives>['filters']

async function byNumber(
  context: ActionContext<'agent'>,
  filters: Filters,
  { page = 1, limit = defaultLimit }: { readonly page?: number; readonly limit?: number },
) {
  const { threads, total } = await list(context, filters, { after: null, offset: (page - 1) * limit, limit })
  return { chats: await readArchived(context, threads), pagination: { page, total } }
}

function positionOf(pageId: string): ThreadPosition {
  const [createdAt, id] = pages.decode(pageId, 'payload.pagination.page_id')
  return { createdAt, id }
}

interface Page {
  readonly after: ThreadPosition | null
  readonly offset: number
  readonly limit: number
}

/** Lists archived threads. A search also finds what this node has just committed. */
async function list(context: ActionContext<'agent'>, filters: Filters, page: Page): Promise<ArchivePage> {
  const filter = filterOf(context, filters ?? {})
  if (hasNoWords(filters?.query ?? '')) return { threads: [], total: 0, hasMore: false }
  if (filter.terms.length > 0) await context.search.caughtUp()
  return context.runInTurn((cancellation) =>
    context.read.archives.listThreads({ ...filter, ...page }, cancellation),
  )
}

function filterOf(context: ActionContext<'agent'>, filters: NonNullable<Filters>): ArchiveFilter {
  const { id: agentId, licenseId, groups } = context.principal
  const reach = readReach(context.principal)
  if (reach !== 'visible' && reach !== 'every') throw new ParleyError('authorization')
  return {
    ...{ licenseId, agentId, groups, reach },
    terms: searchTerms(filters.query ?? ''),
    ...archiveDays(filters),
    agentIds: listed(normalizeAgentIds(filters.agent_ids ?? [])),
    groupIds: listed(filters.team_ids),
    properties: requestedFilters(context, filters.properties, filtered).map(toTermFilter),
  }
}

/** Returns the items, or `null` for an empty list, which does not filter. */
function listed<Item>(items: readonly Item[] | undefined): readonly Item[] | null {
  return items === undefined || items.length === 0 ? null : items
}

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
