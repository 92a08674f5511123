import { composeCard } from './card-dialog.js'
import { byId, element } from './dom.js'
import { formRequest, forms } from './forms.js'
import { MenuPanel } from './menu-panel.js'

/** The buttons above the field to write in: what an agent can send beside a text. */
export class DeskTools {
  #desk
  #composer
  #follow

  constructor(desk, { composer, follow }) {
    this.#desk = desk
    this.#composer = composer
    this.#follow = follow
    byId('attach').addEventListener('click', () => byId('files').click())
    byId('card').addEventListener('click', () => this.#sendCard())
    const panel = new MenuPanel({ button: byId('forms-button'), panel: byId('forms') })
    byId('forms').append(...forms.map((form) => this.#formItem(form, panel)))
  }

  async #sendCard() {
    const chat = this.#desk.openChat
    const send = (content) => this.#send(content, chat)
    if (await composeCard(this.#desk, send)) this.#composer.focus()
  }

  #formItem(form, panel) {
    const labels = form.fields.map((field) => field.label).join(', ')
    const node = element(
      'button',
      { type: 'button', class: 'panel-item' },
      element('span', {}, form.title),
      element('span', {}, labels),
    )
    node.addEventListener('click', () => {
      panel.close()
      this.#send(formRequest(form), this.#desk.openChat)
      this.#composer.focus()
    })
    return node
  }

  #send(content, chat) {
    chat.outbox.addEvent(content, { recipients: 'all' })
    this.#follow()
  }
}
