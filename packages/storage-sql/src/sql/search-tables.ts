// Kysely types of the tables by which chats, threads and events are found. See `tables.ts`.

/** Terms by which chats are filtered by property, as core creates them. */
export interface ChatPropertyTermsTable {
  chat_id: string
  term: string
  license_id: number
}

/** One row for each search term of a thread's properties, without the terms of its chat. */
export interface ThreadPropertyTermsTable {
  thread_id: string
  term: string
}

/** Last event of each chat that is indexed for search. */
export interface SearchPositionsTable {
  chat_id: string
  thread_order: number
  event_order: number
  /** Whether there are known to be later events. */
  is_behind: boolean
}

/** Last event of each chat that is indexed again, because an earlier release had indexed it with other words. */
export interface OutdatedPositionsTable {
  chat_id: string
  thread_order: number
  event_order: number
}

/** Progress of the indexing. The table has one row. */
export interface SearchProgressTable {
  id: number
  indexed_until: number
}
