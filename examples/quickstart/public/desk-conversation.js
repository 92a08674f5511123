import { Composer } from './composer.js'
import { confirm } from './confirm-dialog.js'
import { DeskTools } from './desk-tools.js'
import { joined, say, sentence, typingWords } from './direction.js'
import { byId } from './dom.js'
import { FileTray } from './file-tray.js'
import { MessageList } from './message-list.js'
import { transfer } from './transfer-dialog.js'

/** Shows the open chat of an `AgentDesk`, and the agent's actions in it. */
export class DeskConversation {
  #desk
  #waiting
  #notice
  #messages
  #composer
  #tray
  #chat

  /** @param waiting `{reasonOf(chat)}`, returns why a chat waits */
  constructor(desk, waiting) {
    this.#desk = desk
    this.#waiting = waiting
    this.#messages = new MessageList({
      scroller: byId('scroller'),
      log: byId('log'),
      jump: byId('jump'),
      onRetry: (key) => desk.openChat.outbox.retry(key),
      onDiscard: (key) => desk.openChat.outbox.discard(key),
    })
    this.#composer = new Composer({
      form: byId('composer'),
      textarea: byId('text'),
      onSend: (text) => {
        desk.send(text, this.#recipients)
        this.#messages.follow()
      },
      onInput: (text) => desk.input(text, this.#recipients),
      onLeave: () => desk.typingSender.stop(),
      hasMore: () => desk.openChat.files.hasChosen,
    })
    this.#tray = new FileTray({
      tray: byId('tray'),
      input: byId('files'),
      zone: byId('conversation'),
      textarea: byId('text'),
      isOpen: () => !byId('composer').hidden,
    })
    new DeskTools(desk, { composer: this.#composer, follow: () => this.#messages.follow() })
    byId('join').addEventListener('click', () => this.#join())
    byId('leave').addEventListener('click', () => desk.leave())
    byId('close').addEventListener('click', () => this.#close(desk.openChat))
    byId('transfer').addEventListener('click', () => this.#transfer(desk.openChat))
    byId('earlier').addEventListener('click', () => desk.loadEarlier())
    byId('modes').addEventListener('change', () => {
      desk.openChat.unsent.keepDraft(this.#composer.text, this.#recipients)
      this.show()
      this.#composer.focus()
    })
  }

  /** Shows another chat, or an event in it. */
  arrive(eventId) {
    this.#messages.seek(eventId)
    this.show()
    if (this.#desk.openChat !== undefined) this.#focus()
  }

  /** Shows a notice about a chat, for as long as the chat stays open. */
  showMessage(chatId, words) {
    this.#notice = { chatId, words }
    this.show()
  }

  show() {
    const chat = this.#desk.openChat
    byId('nothing-open').hidden = chat !== undefined
    byId('conversation').hidden = chat === undefined
    byId('nothing-title').textContent = this.#nothingTitle
    byId('nothing-text').textContent = this.#desk.problem ?? 'Choose one from the list.'
    if (chat !== this.#chat) this.#enter(chat)
    if (chat === undefined) return
    this.#showHead(chat)
    this.#showProblem()
    this.#showActions(chat)
    this.#showWriting(chat)
    this.#tray.show(chat.files)
    this.#messages.show({
      conversation: chat.conversation,
      me: this.#desk.me.id,
      waiting: chat.outbox.items,
      seen: (event) => (chat.customer?.last_seen_timestamp ?? 0) >= event.timestamp,
    })
  }

  get #nothingTitle() {
    if (this.#desk.problem === undefined) return 'No chat open'
    return location.hash.length > 1 ? 'This chat cannot be opened' : 'That did not work'
  }

  /** Shows the draft of the chat with its recipients, so that a note for agents never becomes a reply. */
  #enter(chat) {
    this.#chat = chat
    if (this.#notice?.chatId !== chat?.id) this.#notice = undefined
    const { text = '', recipients = 'all' } = chat?.unsent.draft ?? {}
    this.#composer.text = text
    byId('composer').elements.recipients.value = recipients
  }

  #focus() {
    // On a phone, focusing the text field would open the keyboard over the messages.
    const isTouch = matchMedia('(pointer: coarse)').matches
    if (isTouch || byId('composer').hidden) byId('chat-name').focus()
    else this.#composer.focus()
  }

  get #recipients() {
    return new FormData(byId('composer')).get('recipients')
  }

  async #join() {
    await this.#desk.join()
    if (!byId('composer').hidden) this.#composer.focus()
  }

  async #close(chat) {
    const question = {
      title: 'Close this chat?',
      text: sentence`${chat.customer?.name || 'The customer'} sees that it has ended. Writing again opens a new one.`,
      label: 'Close chat',
    }
    // Another agent may have closed the chat already.
    const close = async () => chat.isClosed || this.#desk.close(chat)
    if (await confirm(question, close)) this.#focus()
  }

  async #transfer(chat) {
    if (await transfer(this.#desk, chat)) byId('chat-name').focus()
  }

  #showHead(chat) {
    const names = chat.agents.map((agent) => (agent.id === this.#desk.me.id ? 'you' : agent.name))
    const isLoading = !chat.isLoaded && chat.conversation.threads.length === 0
    byId('chat-name').textContent = chat.customer?.name || 'Customer'
    say(byId('chat-status'), statusOf(chat, names, this.#waiting.reasonOf(chat)))
    byId('loading').hidden = !isLoading || this.#desk.problem !== undefined
    byId('scroller').hidden = isLoading
    byId('earlier').hidden = chat.earlierThreadIds.length === 0
  }

  #showProblem() {
    const { problem } = this.#desk
    byId('problem').hidden = problem === undefined
    byId('problem').textContent = problem === undefined ? '' : `That did not work. ${problem}`
    const { chatId, words = '' } = this.#notice ?? {}
    byId('notice').textContent = chatId === this.#desk.openChat.id ? words : ''
  }

  #showActions(chat) {
    const isMember = chat.has(this.#desk.me.id)
    const isNote = this.#recipients === 'agents'
    byId('join-bar').hidden = isMember
    byId('composer').hidden = !isMember
    byId('composer').classList.toggle('is-note', isNote)
    byId('leave').hidden = !isMember
    byId('transfer').hidden = !this.#desk.mayClose
    byId('close').hidden = chat.isClosed || !this.#desk.mayClose
    byId('join-text').textContent = chat.isClosed
      ? 'This chat is closed. Join to write again.'
      : 'You are reading along. Join to answer.'
    this.#composer.placeholder = isNote
      ? 'Only agents will read this'
      : chat.isClosed
        ? 'Write to open a new chat'
        : 'Write a reply'
  }

  #showWriting(chat) {
    const peek = this.#desk.sneakPeeks.get(chat.id)
    byId('peek').hidden = peek === undefined
    say(byId('peek-title'), sentence`${chat.customer?.name || 'The customer'} is writing`)
    byId('peek-text').textContent = peek ?? ''
    const names = this.#desk.typing
      .keys()
      .map((key) => this.#desk.typing.get(key))
      .filter(({ chatId }) => chatId === chat.id)
      .map(({ authorId }) => chat.conversation.users.get(authorId)?.name ?? 'An agent')
    say(byId('typing'), typingWords(names))
  }
}

function statusOf({ isClosed }, names, reason) {
  if (isClosed) return ['Closed']
  if (reason) return [`Waiting for an agent · ${reason}`]
  return names.length > 0 ? sentence`With ${joined(names)}` : ['Waiting for an agent']
}
