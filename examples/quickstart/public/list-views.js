import { byId } from './dom.js'

/** Element id of each list. */
const places = { chats: 'chats-list', waiting: 'waiting', archive: 'archive' }

/** Shows one of the lists at a time. */
export class ListViews {
  #chosen = 'chats'

  /** @param onChoose called with `chats`, `waiting` or `archive` */
  constructor(onChoose) {
    byId('lists').addEventListener('change', ({ target }) => {
      this.#chosen = target.value
      onChoose(target.value)
    })
  }

  show() {
    for (const [name, id] of Object.entries(places)) byId(id).hidden = name !== this.#chosen
  }
}
