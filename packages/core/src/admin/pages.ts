import type { PageIds } from '../domain/page-ids.js'
import { maxPageSize, type Page, type PageInput } from './inputs/page.js'

interface PagedList<Item, Key> {
  readonly pageIds: PageIds<Key>
  keyOf(item: Item): Key
  /** Returns whether the storage ended the list early, because what it found fills a page. */
  isFull?(found: readonly Item[]): boolean
  /** Returns at most `limit` items, only those after `after`. */
  read(limit: number, after: Key | undefined): Promise<readonly Item[]>
}

/** Returns one page of a list. An item that exists during the whole walk is seen exactly once (decisions §16.8). */
export async function readPage<Item, const Key>(
  { pageId, limit = maxPageSize }: PageInput,
  { pageIds, keyOf, isFull, read }: PagedList<Item, Key>,
): Promise<Page<Item>> {
  const found = await read(limit + 1, pageId ? pageIds.decode(pageId, 'input.pageId') : undefined)
  const items = found.slice(0, limit)
  const last = items.at(-1)
  const isCut = found.length > limit || isFull?.(found) === true
  return { items, nextPageId: isCut && last ? pageIds.encode(keyOf(last)) : null }
}

/** Returns the page with its items mapped. */
export function mapPage<From, To>({ items, nextPageId }: Page<From>, map: (item: From) => To): Page<To> {
  return { items: items.map(map), nextPageId }
}

/** Compares two texts by their UTF-16 code units. */
export function compareTexts(left: string, right: string): number {
  return left < right ? -1 : Number(left > right)
}
