import { cannedReplies, filledIn } from './canned-replies.js'
import { composeCard } from './card-dialog.js'
import { byId, element } from './dom.js'
import { emojiPanel } from './emoji.js'
import { formRequest, forms } from './forms.js'
import { onKey } from './keys.js'
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
    emojiPanel({ button: byId('emoji-button'), panel: byId('emoji'), composer })
    this.#offerReplies()
  }

  /** A slash at the beginning of a message opens them too. */
  #offerReplies() {
    const panel = byId('replies')
    const menu = new MenuPanel({ button: byId('replies-button'), panel })
    panel.append(...cannedReplies.map((reply) => this.#replyItem(reply, menu)))
    onKey(byId('text'), (event) => {
      if (event.key !== '/' || this.#composer.text !== '') return
      event.preventDefault()
      menu.open()
    })
  }

  #replyItem(reply, menu) {
    const node = panelItem(reply.title, reply.text.replaceAll('{name}', 'Name'))
    node.addEventListener('click', () => {
      menu.close()
      this.#composer.insert(filledIn(reply, this.#desk.openChat.customer?.name))
      this.#composer.focus()
    })
    return node
  }

  async #sendCard() {
    const chat = this.#desk.openChat
    const send = (content) => this.#send(content, chat)
    if (await composeCard(this.#desk, send)) this.#composer.focus()
  }

  #formItem(form, panel) {
    const labels = form.fields.map((field) => field.label).join(', ')
    const node = panelItem(form.title, labels)
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

function panelItem(title, text) {
  return element(
    'button',
    { type: 'button', class: 'panel-item' },
    element('span', {}, title),
    element('span', {}, text),
  )
}
