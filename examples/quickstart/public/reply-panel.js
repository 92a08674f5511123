import { byId, element } from './dom.js'
import { onKey } from './keys.js'
import { MenuPanel } from './menu-panel.js'
import { matchingReplies, queryIn } from './reply-search.js'

const STEPS = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Canned replies above the field to write in. A slash at the beginning of a message opens them, and what is typed after it
 * narrows them: Enter or Tab takes the marked one, which is the first until an arrow key marks another. The button opens
 * them with a field of its own to look for one.
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

  /** @param onTake `(reply) => text`, what comes into the field */
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
      // The field stands in the form that sends the message.
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

  /** By the button: what is in the field to write in stays there. */
  #opened() {
    this.#isTyped = false
    this.#search.hidden = false
    this.#search.value = ''
    this.#show('')
  }

  /** Shows what is looked for in the field to write in, and hides what belongs to another text. */
  #follow() {
    const query = queryIn(this.#composer.text)
    // A slash alone begins anew.
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
    this.#tell()
  }

  #mark(index) {
    this.#marked = index
    for (const [reply, node] of this.#nodes) node.classList.toggle('is-marked', reply === this.#shown[index])
    this.#nodes.get(this.#shown[index])?.scrollIntoView({ block: 'nearest' })
  }

  /** Those who cannot see the mark hear which reply Enter takes. */
  #tell() {
    const reply = this.#shown[this.#marked]
    const place = `${this.#marked + 1} of ${this.#shown.length}`
    byId('replies-status').textContent =
      reply === undefined ? '' : `${reply.title}, ${place}. Enter takes it.`
  }

  /** Whether a key that is pressed in the field to write in is for the replies. */
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
    this.#tell()
  }

  /** The text is a message after all. What is behind the panel hears nothing of it. */
  #dismiss(event) {
    event.stopPropagation()
    this.#isDismissed = true
    this.#hide()
  }

  /** In place of what was typed to find it; otherwise where the caret is. */
  #take(reply) {
    const query = queryIn(this.#composer.text)
    const isCommand = query !== undefined && matchingReplies(this.#replies, query).length > 0
    this.#hide()
    if (isCommand) this.#composer.replace(this.#onTake(reply))
    else this.#composer.insert(this.#onTake(reply))
    this.#composer.focus()
  }
}
