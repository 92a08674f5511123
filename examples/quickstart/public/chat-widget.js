import { Composer } from './composer.js'
import { confirm } from './confirm-dialog.js'
import { ConnectionLine } from './connection-line.js'
import { avatar, byId, icon } from './dom.js'
import { MessageList } from './message-list.js'

const IS_OPEN = 'quickstart.chat-is-open'

/** The chat bubble and its window, showing a `CustomerChat`. */
export class ChatWidget {
  #chat
  #isOpen = false
  #bubble = byId('chat-bubble')
  #window = byId('chat')
  #connection
  #messages
  #composer
  #unsent

  constructor(chat) {
    this.#chat = chat
    this.#connection = new ConnectionLine(byId('chat-connection'), () => chat.connect())
    this.#messages = new MessageList({
      scroller: byId('chat-scroller'),
      log: byId('chat-log'),
      jump: byId('chat-jump'),
      onRetry: (key) => chat.outbox.retry(key),
      onDiscard: (key) => chat.outbox.discard(key),
    })
    this.#composer = new Composer({
      form: byId('chat-form'),
      textarea: byId('chat-text'),
      onSend: (text) => {
        chat.send(text)
        this.#messages.follow()
      },
      onInput: (text) => chat.input(text),
    })
    this.#listen()
    if (sessionStorage.getItem(IS_OPEN) === 'yes') this.#open()
  }

  #listen() {
    const chat = this.#chat
    this.#bubble.addEventListener('click', () => (this.#isOpen ? this.#close() : this.#open({ focus: true })))
    byId('chat-close').addEventListener('click', () => this.#close())
    byId('chat-end').addEventListener('click', () => this.#end())
    byId('chat-earlier').addEventListener('click', () => chat.loadEarlier())
    byId('prechat').addEventListener('submit', (event) => this.#begin(event))
    byId('prechat-text').addEventListener('input', () => chat.input(byId('prechat-text').value))
    byId('prechat-text').addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
      event.preventDefault()
      byId('prechat').requestSubmit()
    })
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.#isOpen) this.#close()
    })
    document.addEventListener('visibilitychange', () => this.#tellReading())
  }

  show() {
    const { connection, conversation, isLoaded, isNew } = this.#chat
    const isWaiting = !isLoaded && isNew
    this.#connection.show(connection)
    if (!isWaiting) this.#restoreDraft()
    byId('chat-loading').hidden = !isWaiting || connection.state === 'stopped'
    byId('prechat').hidden = isWaiting || !isNew
    byId('chat-body').hidden = isWaiting || isNew
    byId('chat-earlier').hidden = !this.#chat.hasEarlier
    byId('chat-end').hidden = conversation?.isActive !== true
    byId('chat-ended').hidden = conversation === undefined || conversation.isActive
    this.#showBadge()
    this.#showAgent()
    this.#showTyping()
    this.#messages.show({
      conversation,
      me: this.#chat.me,
      waiting: this.#chat.outbox.items,
      seen: (event) => this.#chat.isSeen(event),
    })
  }

  /** What an earlier page left unfinished, once it is known who the customer is. */
  #restoreDraft() {
    const { unsent, isNew } = this.#chat
    if (unsent === this.#unsent) return
    this.#unsent = unsent
    const { draft } = unsent
    if (draft === undefined) return
    if (isNew) byId('prechat-text').value = draft.text
    else this.#composer.text = draft.text
  }

  #showBadge() {
    const { unreadCount } = this.#chat
    const count = unreadCount > 9 ? '9+' : String(unreadCount)
    byId('chat-badge').hidden = unreadCount === 0 || this.#isOpen
    byId('chat-badge').textContent = count
    byId('chat-bubble-label').textContent = this.#isOpen
      ? 'Close chat'
      : `Open chat${unreadCount > 0 ? `, ${unreadCount} unread` : ''}`
  }

  #showAgent() {
    const { agent, conversation } = this.#chat
    byId('chat-title').textContent = agent?.name ?? 'Chat with us'
    const isAlone = agent === undefined && conversation?.isActive
    byId('chat-subtitle').textContent = isAlone ? 'Nobody has joined yet' : 'Hazel & Clay'
    const shown = byId('chat-agent').dataset.of
    if (shown === (agent?.id ?? 'nobody')) return
    byId('chat-agent').dataset.of = agent?.id ?? 'nobody'
    byId('chat-agent').replaceChildren(agent === undefined ? icon('chat') : avatar(agent))
  }

  #showTyping() {
    const { conversation, typing } = this.#chat
    const names = typing.keys().map((id) => conversation?.users.get(id)?.name ?? 'Somebody')
    const text = names.length > 0 ? `${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'} typing` : ''
    if (byId('chat-typing').textContent !== text) byId('chat-typing').textContent = text
  }

  #open({ focus = false } = {}) {
    this.#setOpen(true)
    if (!focus) return
    if (byId('prechat').hidden) this.#composer.focus()
    else byId('prechat-name').focus()
  }

  #close() {
    const hadFocus = this.#window.contains(document.activeElement)
    this.#setOpen(false)
    if (hadFocus) this.#bubble.focus()
  }

  #setOpen(isOpen) {
    this.#isOpen = isOpen
    this.#window.hidden = !isOpen
    this.#bubble.setAttribute('aria-expanded', String(isOpen))
    document.body.classList.toggle('chat-is-open', isOpen)
    sessionStorage.setItem(IS_OPEN, isOpen ? 'yes' : 'no')
    this.#tellReading()
  }

  #tellReading() {
    this.#chat.setReading(this.#isOpen && !document.hidden)
    this.show()
  }

  async #begin(event) {
    event.preventDefault()
    const name = byId('prechat-name').value.trim()
    const text = byId('prechat-text').value.trim()
    if (name === '' || text === '') return
    const problem = byId('prechat-error')
    problem.hidden = true
    try {
      await this.#chat.begin(name, text)
      byId('prechat-text').value = ''
      this.#composer.focus()
    } catch (error) {
      problem.textContent = `That did not work. ${error.message}`
      problem.hidden = false
    }
  }

  async #end() {
    const question = {
      title: 'End this chat?',
      text: 'The messages stay here, and you can start a new chat any time.',
      label: 'End chat',
    }
    if (await confirm(question, () => this.#chat.end())) this.#composer.focus()
  }
}
