import { onKey } from './keys.js'

/** A panel that a button opens above itself. It closes on Escape, on a click elsewhere, or when the focus leaves it. */
export class MenuPanel {
  #button
  #panel
  #field
  #onOpen

  /**
   * @param field a text field that counts as part of the panel while it is shown
   * @param onOpen called before the button opens the panel, to fill it
   */
  constructor({ button, panel, field, onOpen = () => {} }) {
    this.#button = button
    this.#panel = panel
    this.#field = field
    this.#onOpen = onOpen
    button.setAttribute('aria-expanded', 'false')
    button.setAttribute('aria-controls', panel.id)
    button.addEventListener('click', () => (panel.hidden ? this.open() : this.close()))
    document.addEventListener('pointerdown', (event) => {
      if (!panel.hidden && !this.#holds(event.target)) this.hide()
    })
    for (const node of [panel, field]) {
      node?.addEventListener('focusout', ({ relatedTarget }) => {
        if (relatedTarget !== null && !this.#holds(relatedTarget)) this.hide()
      })
    }
    onKey(panel, (event) => this.#keyDown(event))
  }

  open() {
    this.#onOpen()
    this.show()
    this.#panel.querySelector('input, button')?.focus()
  }

  close() {
    this.hide()
    this.#button.focus()
  }

  get isOpen() {
    return !this.#panel.hidden
  }

  /** Shows the panel without moving the focus. */
  show() {
    this.#panel.hidden = false
    this.#button.setAttribute('aria-expanded', 'true')
  }

  hide() {
    this.#panel.hidden = true
    this.#button.setAttribute('aria-expanded', 'false')
  }

  #holds(node) {
    return [this.#panel, this.#button, this.#field].some((part) => part?.contains(node))
  }

  #keyDown(event) {
    if (event.key === 'Escape') {
      // Escape must close only the panel, not what is behind it as well.
      event.stopPropagation()
      return this.close()
    }
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    const isTyping = event.target.matches('input')
    if (step === undefined || (isTyping && event.key !== 'ArrowDown')) return
    const buttons = [...this.#panel.querySelectorAll('button')]
    const next = buttons.at((buttons.indexOf(event.target) + step) % buttons.length)
    event.preventDefault()
    next?.focus()
  }
}
