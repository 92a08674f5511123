import { Type } from 'typebox'

/** Largest page, and the default. */
export const maxPageSize = 1_000
/** The longest id with every character escaped and encoded. */
const maxPageIdLength = 4_096

/** Which page of a list to return. */
export interface PageInput {
  /** `nextPageId` of the page before. Default: the first page. */
  readonly pageId?: string
  /** Maximum number of items, 1 to 1,000. Default: 1,000. */
  readonly limit?: number
}

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[]
  /** Pass it as `pageId` to get the next page; `null` on the last one. */
  readonly nextPageId: string | null
}

export const pageProperties = {
  pageId: Type.Optional(Type.String({ maxLength: maxPageIdLength })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxPageSize })),
}
