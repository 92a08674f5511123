import { isMessage } from './message-events.js'

const RESULTS_PER_PAGE = 25

/** A search through all threads that the agent may read, including closed ones, with the filters of `get_archives`. */
export class ArchiveSearch {
  results = []
  total
  isLoading = false
  problem
  /** Filters of the last search, in the format of `search`. */
  filters
  #request
  #onChange
  #nextId
  #searches = 0

  /** @param request `(action, payload) => Promise` of the Agent API */
  constructor(request, onChange) {
    this.#request = request
    this.#onChange = onChange
  }

  get hasMore() {
    return this.#nextId !== undefined
  }

  /** @param filters `{query, from, to, agentIds, teamIds}`; days as YYYY-MM-DD in UTC; empty filters are ignored */
  search(filters) {
    this.filters = filters
    this.results = []
    this.total = undefined
    this.#nextId = ''
    return this.loadMore()
  }

  async loadMore() {
    const search = ++this.#searches
    this.isLoading = true
    this.problem = undefined
    this.#onChange()
    try {
      const pagination = { page_id: this.#nextId, limit: RESULTS_PER_PAGE }
      const answer = await this.#request('get_archives', { filters: filtersOf(this.filters), pagination })
      // A newer search has begun.
      if (search !== this.#searches) return
      this.results.push(...answer.chats.map(({ chat }) => resultOf(chat, this.filters.query)))
      this.total = answer.pagination.total
      this.#nextId = answer.pagination.next_page_id
    } catch (error) {
      if (search !== this.#searches) return
      this.problem = error.message
    }
    this.isLoading = false
    this.#onChange()
  }
}

function filtersOf({ query, from, to, agentIds, teamIds }) {
  return {
    ...{ agent_ids: agentIds, team_ids: teamIds },
    ...(query !== '' && { query }),
    ...(from !== '' && { date_from: from }),
    ...(to !== '' && { date_to: to }),
  }
}

function resultOf({ id, users, thread }, query) {
  return {
    ...{ chatId: id, threadId: thread.id, timestamp: thread.timestamp },
    customer: users.find((user) => user.type === 'customer'),
    event: foundEvent(thread.events, query),
  }
}

/**
 * Returns the event that probably matched. The engine only returns the thread, so the event is found by the words as
 * written.
 */
function foundEvent(events, query) {
  const words = wordsOf(query)
  const matches = (event) => {
    const text = JSON.stringify(event).normalize('NFKD').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const messages = events.filter(isMessage)
  return messages.find(matches) ?? messages[0]
}

function wordsOf(query) {
  return (
    query
      .normalize('NFKD')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
