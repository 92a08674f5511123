// What Kysely knows of what chats, threads and events are found by, see `tables.ts`.

/** What a chat is found by that is filtered by its properties, as core makes it of them. */
export interface ChatPropertyTermsTable {
  chat_id: string
  term: string
  license_id: number
}

/** What a thread has of its own, as terms. */
export interface ThreadPropertyTermsTable {
  thread_id: string
  term: string
}

/** Up to which event the words of a chat are indexed. */
export interface SearchPlacesTable {
  chat_id: string
  thread_order: number
  event_order: number
  /** Known to have events beyond it. */
  is_behind: boolean
}

/** Up to which event the words of a chat are made anew, which an earlier release has indexed. */
export interface OutdatedPlacesTable {
  chat_id: string
  thread_order: number
  event_order: number
}

/** One row. */
export interface SearchProgressTable {
  id: number
  indexed_until: number
}
