import {
  getArchives as contract,
  getArchivesWithoutPageIds as contractWithoutPageIds,
} from '../../contract/actions/agent/index.js'
import type { RequestOf } from '../../contract/define.js'
import type { ActionContext } from '../../dispatch/context.js'
import { handle } from '../../dispatch/handle.js'
import { readReach } from '../../domain/access.js'
import { normalizeAgentIds } from '../../domain/agents.js'
import { archiveDays } from '../../domain/archive-days.js'
import { pageIds } from '../../domain/page-ids.js'
import { toTermFilter } from '../../domain/property-terms.js'
import { hasNoWords, searchTerms } from '../../domain/search-tokens.js'
import { invalid, ParleyError } from '../../errors.js'
import type { ArchiveFilter, ArchivePage, ThreadPosition } from '../../ports/stores/archives.js'
import { readArchived } from '../shared/read-archived.js'
import { requestedFilters } from '../shared/requested-filters.js'

/** Page ids of the archive, which is sorted by creation, newest first. */
const pages = pageIds('archives', ['integer', 'text'])
const defaultLimit = 25
const filtered = { locations: ['thread', 'chat'], path: 'payload.filters.properties' } as const

export const getArchives = handle(contract, async (context, { filters, pagination = {} }) => {
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
})

export const getArchivesWithoutPageIds = handle(contractWithoutPageIds, (context, { filters, pagination }) =>
  byNumber(context, filters, pagination ?? {}),
)

type Filters = RequestOf<typeof contract>['filters']

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
