import { byId } from './dom.js'

/** Where each list stands in the page. */
const places = { chats: 'chats-list', waiting: 'waiting', archive: 'archive' }

/** Which of the lists is looked at. */
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
