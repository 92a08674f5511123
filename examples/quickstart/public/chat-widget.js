import { Alerts, alertsPanel } from './alerts.js'
import { Composer } from './composer.js'
import { confirm } from './confirm-dialog.js'
import { ConnectionLine } from './connection-line.js'
import { answerForm, pressButton, rate } from './customer-answers.js'
import { joined, say, typingWords } from './direction.js'
import { avatar, byId, icon } from './dom.js'
import { emojiPanel } from './emoji.js'
import { FileTray } from './file-tray.js'
import { eventText } from './format.js'
import { onKey } from './keys.js'
import { MessageList } from './message-list.js'
import { Prechat } from './prechat.js'
import { positionText, spokenPositionText } from './queue-position.js'
import { RatingForm } from './rating.js'
import { tabValues } from './stored-values.js'

const MOST_AVATARS = 3
const IS_OPEN = 'quickstart.chat-is-open'

/** The chat bubble and its window, which show a `CustomerChat`. */
export class ChatWidget {
  #chat
  #isOpen = false
  #bubble = byId('chat-bubble')
  #window = byId('chat')
  #connection
  #messages
  #composer
  #tray
  #prechat
  #rating
  #unsent
  #alerts = new Alerts()

  constructor(chat) {
    this.#chat = chat
    this.#connection = new ConnectionLine(byId('chat-connection'), () => chat.connect())
    this.#messages = new MessageList({
      scroller: byId('chat-scroller'),
      log: byId('chat-log'),
      jump: byId('chat-jump'),
      onRetry: (key) => chat.outbox.retry(key),
      onDiscard: (key) => chat.outbox.discard(key),
      onPostback: (...press) => this.#press(press),
      onAnswer: (eventId, fields) => {
        this.#forgetProblem()
        answerForm(chat, eventId, fields)
        this.#composer.focus()
      },
    })
    this.#composer = new Composer({
      form: byId('chat-form'),
      textarea: byId('chat-text'),
      onSend: (text) => {
        this.#forgetProblem()
        chat.send(text)
        this.#messages.follow()
      },
      onInput: (text) => chat.input(text),
      hasMore: () => chat.files.hasChosen,
    })
    this.#tray = new FileTray({
      tray: byId('chat-tray'),
      input: byId('chat-files'),
      zone: byId('chat-body'),
      textarea: byId('chat-text'),
    })
    const composer = this.#composer
    emojiPanel({ button: byId('chat-emoji-button'), panel: byId('chat-emoji'), composer })
    alertsPanel({
      button: byId('chat-alerts-button'),
      panel: byId('chat-alerts'),
      alerts: this.#alerts,
    })
    this.#prechat = new Prechat(chat, () => this.#composer.focus())
    this.#rating = new RatingForm((isGood, comment) => {
      this.#forgetProblem()
      rate(chat, isGood, comment)
      this.#messages.follow()
      this.#composer.focus()
    })
    this.#listen()
    if (tabValues.get(IS_OPEN) === true) this.#open()
  }

  #listen() {
    const chat = this.#chat
    this.#bubble.addEventListener('click', () => (this.#isOpen ? this.#close() : this.#open({ focus: true })))
    byId('chat-close').addEventListener('click', () => this.#close())
    byId('chat-end').addEventListener('click', () => this.#end())
    byId('chat-earlier').addEventListener('click', () => chat.loadEarlier())
    byId('chat-attach').addEventListener('click', () => byId('chat-files').click())
    onKey(document, (event) => {
      if (event.key === 'Escape' && this.#isOpen) this.#close()
    })
    document.addEventListener('visibilitychange', () => this.#reportReading())
  }

  notify(event) {
    const author = this.#chat.conversation.users.get(event.author_id)
    this.#alerts.notify({
      ...{ title: author?.name ?? 'Hazel & Clay', text: eventText(event), tag: this.#chat.conversation.id },
      onClick: () => this.#open({ focus: true }),
    })
  }

  show() {
    const { connection, conversation, isLoaded, isNew } = this.#chat
    const isWaiting = !isLoaded && isNew
    const isStopped = connection.state === 'stopped'
    this.#connection.show(connection)
    if (!isWaiting) this.#restoreDraft()
    byId('chat-loading').hidden = !isWaiting || isStopped
    byId('chat-none').hidden = !isWaiting || !isStopped
    byId('prechat').hidden = isWaiting || !isNew
    byId('chat-body').hidden = isWaiting || isNew
    byId('chat-earlier').hidden = !this.#chat.hasEarlier
    byId('chat-end').hidden = conversation?.isActive !== true || isStopped
    byId('chat-form').hidden = connection.reason === 'customer_banned'
    byId('chat-ended').hidden = conversation === undefined || conversation.isActive
    this.#rating.show(conversation?.isActive ? undefined : conversation?.lastThread, this.#chat.outbox.items)
    this.#tray.show(this.#chat.files)
    this.#showBadge()
    this.#showAgents()
    this.#showQueuePosition(isStopped ? undefined : this.#chat.queuePosition.queue)
    this.#showTyping()
    this.#messages.show({
      conversation,
      me: this.#chat.me,
      waiting: this.#chat.outbox.items,
      seen: (event) => this.#chat.isSeen(event),
    })
  }

  /** Restores the unsent text of an earlier visit, once it is known who the customer is. */
  #restoreDraft() {
    const { unsent, isNew } = this.#chat
    if (unsent === this.#unsent) return
    this.#unsent = unsent
    const { draft } = unsent
    if (draft === undefined) return
    if (isNew) this.#prechat.text = draft.text
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

  #showAgents() {
    const { agents } = this.#chat
    const names = agents.map((agent) => agent.name)
    say(byId('chat-title'), names.length > 0 ? joined(names) : ['Chat with us'])
    byId('chat-subtitle').textContent = this.#isAwaited ? 'Waiting for an agent' : 'Hazel & Clay'
    const shown = agents.slice(0, MOST_AVATARS)
    const signature = JSON.stringify(shown.map(({ id, name }) => [id, name]))
    if (byId('chat-agent').dataset.of === signature) return
    byId('chat-agent').dataset.of = signature
    byId('chat-agent').replaceChildren(...(shown.length === 0 ? [icon('chat')] : shown.map(avatar)))
  }

  /** Whether the customer should expect an agent, as far as is known. */
  get #isAwaited() {
    const { agents, conversation, connection, queuePosition } = this.#chat
    const isAlone = agents.length === 0 && conversation?.isActive === true
    return isAlone && connection.state !== 'stopped' && queuePosition.queue?.accepting_chats !== false
  }

  /** Shows the queue position. Screen readers announce only important changes, not each step. */
  #showQueuePosition(queue) {
    byId('chat-place').hidden = queue === undefined
    byId('chat-place').textContent = queue === undefined ? '' : positionText(queue)
    const spoken = queue === undefined ? '' : spokenPositionText(queue)
    if (byId('chat-place-spoken').textContent !== spoken) byId('chat-place-spoken').textContent = spoken
  }

  #showTyping() {
    const { conversation, typing } = this.#chat
    const names = typing.keys().map((id) => conversation?.users.get(id)?.name ?? 'Somebody')
    say(byId('chat-typing'), typingWords(names))
  }

  #open({ focus = false } = {}) {
    this.#setOpen(true)
    if (!focus) return
    if (byId('prechat').hidden) this.#composer.focus()
    else this.#prechat.focus()
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
    tabValues.set(IS_OPEN, isOpen)
    this.#reportReading()
  }

  #reportReading() {
    this.#chat.setReading(this.#isOpen && !document.hidden)
    this.show()
  }

  async #press(press) {
    this.#forgetProblem()
    try {
      await pressButton(this.#chat, ...press)
      this.show()
    } catch (error) {
      byId('chat-problem').textContent = `That did not work. ${error.message}`
      byId('chat-problem').hidden = false
    }
  }

  /** Hides the last error when the customer tries something else. */
  #forgetProblem() {
    byId('chat-problem').hidden = true
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
