import { type Static, Type } from 'typebox'
import type { PageIds } from '../domain/page-ids.js'
import type { Settings } from '../settings.js'
import { checkOptions } from './check-options.js'

const maxPageSize = 1_000
/** Of the longest id, each character escaped and encoded. */
const maxPageIdLength = 4_096

export const pageOptions = Type.Object(
  {
    /** `nextPageId` of the page before. Default: the first page. */
    pageId: Type.Optional(Type.String({ maxLength: maxPageIdLength })),
    /** Default: 1,000. */
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxPageSize })),
  },
  { additionalProperties: false },
)

/** Which part of a long list (decisions §16.8). */
export type PageOptions = Readonly<Static<typeof pageOptions>>

export interface Page<Item> {
  readonly items: readonly Item[]
  /** `null`: this is the last page. */
  readonly nextPageId: string | null
}

interface PagedList<Item, Key> {
  readonly pageIds: PageIds<Key>
  keyOf(item: Item): Key
  /** Whether the list was cut before so many: what was found is all that one page may hold. */
  isFull?(found: readonly Item[]): boolean
  /** At most so many, only those that come after that key. */
  read(limit: number, after: Key | undefined): Promise<readonly Item[]>
}

/** What is there all the time of a walk is seen exactly once. */
export async function readPage<Item, const Key>(
  options: PageOptions,
  bounds: Settings['limits'],
  { pageIds, keyOf, isFull, read }: PagedList<Item, Key>,
): Promise<Page<Item>> {
  checkOptions(pageOptions, options, bounds)
  const { pageId, limit = maxPageSize } = options
  const found = await read(limit + 1, pageId ? pageIds.decode(pageId, 'options.pageId') : undefined)
  const items = found.slice(0, limit)
  const last = items.at(-1)
  const isCut = found.length > limit || isFull?.(found) === true
  return { items, nextPageId: isCut && last ? pageIds.encode(keyOf(last)) : null }
}
