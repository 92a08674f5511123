const CHATS_PER_PAGE = 100
/** Maximum number of pages that are loaded automatically when few chats match. */
const PAGES_AT_A_TIME = 10
/** Number of rows that are enough to show at first. */
export const ENOUGH_ROWS = 30

/** Loads the chats of a license page by page, beyond those that the login returns. */
export class ChatPages {
  isLoading = false
  problem
  #desk
  #onChange
  /** Id of the next page: empty for the first page, `undefined` after the last page. */
  #nextId = ''
  #login = 0

  constructor(desk, onChange) {
    this.#desk = desk
    this.#onChange = onChange
  }

  get hasMore() {
    return this.#nextId !== undefined
  }

  /** Starts again after a login. `count` is the number of chats that the login has returned. */
  restart(count) {
    this.#login += 1
    this.#nextId = count < CHATS_PER_PAGE ? undefined : ''
    this.isLoading = false
    this.problem = undefined
  }

  /** Loads the next page, and further ones until `isEnough()` returns true. */
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
