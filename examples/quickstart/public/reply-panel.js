import { byId, element } from './dom.js'
import { onKey } from './keys.js'
import { MenuPanel } from './menu-panel.js'
import { matchingReplies, queryIn } from './reply-search.js'

const STEPS = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Canned replies above the text field. A slash at the beginning of a message opens them, and the text after it filters
 * them: Enter or Tab inserts the marked reply, which is the first one until an arrow key moves the mark. The button
 * opens them with a search field of their own.
 */
export class ReplyPanel {
  #replies
  #composer
  #onTake
  #menu
  #search = byId('replies-search')
  #isTyped = false
  #isDismissed = false
  #shown = []
  #marked = 0
  #nodes = new Map()

  /** @param onTake `(reply) => text`, returns the text to insert */
  constructor({ replies, composer, onTake }) {
    this.#replies = replies
    this.#composer = composer
    this.#onTake = onTake
    const field = byId('text')
    this.#menu = new MenuPanel({
      ...{ button: byId('replies-button'), panel: byId('replies'), field },
      onOpen: () => this.#opened(),
    })
    for (const reply of replies) this.#nodes.set(reply, this.#item(reply))
    composer.shareKeys((event) => this.#takesKey(event))
    for (const name of ['input', 'focus']) field.addEventListener(name, () => this.#follow())
    this.#search.addEventListener('input', () => this.#show(this.#search.value))
    onKey(this.#search, (event) => {
      if (event.key !== 'Enter') return
      // The search field is inside the form that sends the message, so Enter must not submit it.
      event.preventDefault()
      if (this.#shown.length > 0) this.#take(this.#shown[this.#marked])
    })
  }

  #item(reply) {
    const node = element(
      'button',
      { type: 'button', class: 'panel-item' },
      element('span', { dir: 'auto' }, reply.title),
      element('span', { dir: 'auto' }, reply.text.replaceAll('{name}', 'Name')),
    )
    node.addEventListener('focus', () => this.#mark(this.#shown.indexOf(reply)))
    node.addEventListener('click', () => this.#take(reply))
    return node
  }

  /** Prepares the panel after the button opened it. The text field keeps its text. */
  #opened() {
    this.#isTyped = false
    this.#search.hidden = false
    this.#search.value = ''
    this.#show('')
  }

  /** Shows the replies that match the text field, and hides the panel when none does. */
  #follow() {
    const query = queryIn(this.#composer.text)
    // A slash alone starts a new search.
    if (query === undefined || query === '') this.#isDismissed = false
    const found = query === undefined || this.#isDismissed ? [] : matchingReplies(this.#replies, query)
    if (found.length === 0) return this.#hide()
    this.#isTyped = true
    this.#search.hidden = true
    this.#show(query)
    this.#menu.show()
  }

  #hide() {
    this.#isTyped = false
    byId('replies-status').textContent = ''
    this.#menu.hide()
  }

  #show(query) {
    this.#shown = matchingReplies(this.#replies, query)
    byId('replies-found').replaceChildren(...this.#shown.map((reply) => this.#nodes.get(reply)))
    byId('replies-none').hidden = this.#shown.length > 0
    this.#mark(0)
    this.#announce()
  }

  #mark(index) {
    this.#marked = index
    for (const [reply, node] of this.#nodes) node.classList.toggle('is-marked', reply === this.#shown[index])
    this.#nodes.get(this.#shown[index])?.scrollIntoView({ block: 'nearest' })
  }

  /** Announces to screen readers which reply Enter inserts. */
  #announce() {
    const reply = this.#shown[this.#marked]
    const place = `${this.#marked + 1} of ${this.#shown.length}`
    byId('replies-status').textContent =
      reply === undefined ? '' : `${reply.title}, ${place}. Enter takes it.`
  }

  /** Returns whether the panel handles a key that is pressed in the text field. */
  #takesKey(event) {
    if (!this.#isTyped || !this.#menu.isOpen || queryIn(this.#composer.text) === undefined) return false
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return false
    const { key } = event
    const step = STEPS[key]
    if (step !== undefined) this.#step(step)
    else if (key === 'Enter' || key === 'Tab') this.#take(this.#shown[this.#marked])
    else if (key === 'Escape') this.#dismiss(event)
    else return false
    return true
  }

  #step(step) {
    this.#mark((this.#marked + step + this.#shown.length) % this.#shown.length)
    this.#announce()
  }

  /** Closes the panel, because the text is a message after all. The key does not reach elements behind the panel. */
  #dismiss(event) {
    event.stopPropagation()
    this.#isDismissed = true
    this.#hide()
  }

  /** Inserts the reply in place of the typed search, or at the caret. */
  #take(reply) {
    const query = queryIn(this.#composer.text)
    const isCommand = query !== undefined && matchingReplies(this.#replies, query).length > 0
    this.#hide()
    if (isCommand) this.#composer.replace(this.#onTake(reply))
    else this.#composer.insert(this.#onTake(reply))
    this.#composer.focus()
  }
}
