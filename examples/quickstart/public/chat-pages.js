const CHATS_PER_PAGE = 100
/** Where few chats match, further pages are loaded by themselves, so many at a time. */
const PAGES_AT_A_TIME = 10
/** So many rows are enough to begin with. */
export const ENOUGH_ROWS = 30

/** The chats of a license beyond those that the login tells of, page by page: none is out of reach. */
export class ChatPages {
  isLoading = false
  problem
  #desk
  #onChange
  /** An empty one asks for the first page; `undefined`: there are no more. */
  #nextId = ''
  #login = 0

  constructor(desk, onChange) {
    this.#desk = desk
    this.#onChange = onChange
  }

  get hasMore() {
    return this.#nextId !== undefined
  }

  /** After each login, which tells of the first ones. */
  restart(count) {
    this.#login += 1
    this.#nextId = count < CHATS_PER_PAGE ? undefined : ''
    this.isLoading = false
    this.problem = undefined
  }

  /** The next page, and while `isEnough()` does not hold, some more. */
  async loadMore(isEnough = () => true) {
    if (this.isLoading || !this.hasMore) return
    const login = this.#login
    this.isLoading = true
    this.problem = undefined
    this.#onChange()
    try {
      for (let page = 0; page < PAGES_AT_A_TIME && this.hasMore; page += 1) {
        const isRepetition = this.#nextId === ''
        const answer = await this.#desk.request('get_filtered_chats', {
          ...{ page_id: this.#nextId, limit: CHATS_PER_PAGE },
        })
        if (login !== this.#login) return
        this.#nextId = answer.next_page_id
        for (const summary of answer.chats_summary) this.#desk.putSummary(summary)
        this.#onChange()
        if (isEnough() && !isRepetition) break
      }
    } catch (error) {
      if (login === this.#login) this.problem = error.message
    }
    if (login === this.#login) this.isLoading = false
    this.#onChange()
  }
}
