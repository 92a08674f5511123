import { cannedReplies, filledIn } from './canned-replies.js'
import { composeCard } from './card-dialog.js'
import { byId, element } from './dom.js'
import { emojiPanel } from './emoji.js'
import { formRequest, forms } from './forms.js'
import { MenuPanel } from './menu-panel.js'
import { ReplyPanel } from './reply-panel.js'

/** The buttons above the text field, for what an agent can send besides text. */
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
    new ReplyPanel({
      ...{ replies: cannedReplies, composer },
      onTake: (reply) => filledIn(reply, desk.openChat.customer?.name),
    })
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
