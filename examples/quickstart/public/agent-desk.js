import { AnswerWatch } from './answer-watch.js'
import { ChatLoader } from './chat-loader.js'
import { ChatPages } from './chat-pages.js'
import { DeskChat } from './desk-chat.js'
import { deliverEvent, deliverFile } from './desk-delivery.js'
import { applyPush } from './desk-pushes.js'
import { ExpiringMap } from './expiring-map.js'
import { FileQueue } from './file-queue.js'
import { isMessage } from './message-events.js'
import { RtmClient } from './rtm.js'
import { TypingSender } from './typing-sender.js'
import { forgetUnsent, Unsent } from './unsent.js'

const TYPING_LIFETIME_MS = 6_000
const SNEAK_PEEK_LIFETIME_MS = 120_000
const application = { name: 'Quickstart desk' }

/** Holds all chats from the agent's side: their data, and the agent's actions. It does not touch the page. */
export class AgentDesk {
  me
  chats = new Map()
  connection = { state: 'connecting' }
  isLoggedIn = false
  isReading = true
  problem
  #openId
  /** Id of the thread to load in the open chat. */
  #threadId
  #typingRecipients = 'all'
  #onChange
  #on
  #rtm
  #loader

  /** @param on `{onNews(chat, event), onLogin(), onPush(action, payload), onOtherAgent()}` */
  constructor({ session, onChange, ...on }) {
    this.session = session
    this.#onChange = onChange
    this.#on = on
    this.sneakPeeks = new ExpiringMap(SNEAK_PEEK_LIFETIME_MS, onChange)
    this.typing = new ExpiringMap(TYPING_LIFETIME_MS, onChange)
    this.typingSender = new TypingSender((isTyping) => this.#sendTyping(isTyping))
    this.#rtm = new RtmClient({
      session,
      // The first login sets the default routing status; later ones keep what the agent chose.
      login: (token) => ({ token, reconnect: this.isLoggedIn || isReload(), application }),
      onLogin: (answer) => this.#loggedIn(answer),
      onPush: (action, payload) => this.#receive(action, payload),
      onState: (state, details) => {
        this.connection = { state, ...details }
        onChange()
      },
    })
    this.pages = new ChatPages(this, onChange)
    this.#loader = new ChatLoader(this, onChange)
    new AnswerWatch(this, onChange)
  }

  connect() {
    this.#rtm.start()
  }

  get openChat() {
    return this.chats.get(this.#openId)
  }

  get isAccepting() {
    return this.me?.routing_status === 'accepting_chats'
  }

  /**
   * Whether the agent may close the open chat. Administrators may close any chat, other agents only those they are in.
   */
  get mayClose() {
    return this.me?.permission === 'administrator' || this.openChat?.has(this.me?.id) === true
  }

  open(chatId, threadId) {
    this.typingSender.stop()
    this.#openId = chatId
    this.#threadId = threadId
    this.problem = undefined
    this.#showOpenChat()
  }

  join() {
    return this.#act('join_chat', { agent_ids: [this.me.id] })
  }

  leave() {
    this.typingSender.stop()
    return this.#act('remove_from_chat')
  }

  close(chat) {
    this.typingSender.stop()
    return this.#act('close_thread', { chat_id: chat.id })
  }

  send(text, recipients) {
    if (text !== '') this.openChat.outbox.add(text, recipients)
    this.openChat.files.send(recipients)
    this.openChat.unsent.keepDraft('')
    this.typingSender.stop()
  }

  /** Sends a request. Resolves with the payload of the response, or rejects with an `RtmError`. */
  request(action, payload, options) {
    return this.#rtm.request(action, payload, options)
  }

  /** Keeps the unsent text as a draft. */
  input(text, recipients) {
    this.openChat.unsent.keepDraft(text, recipients)
    if (recipients !== this.#typingRecipients) this.typingSender.stop()
    this.#typingRecipients = recipients
    this.typingSender.input(text.trim())
  }

  /** Removes everything that this agent wrote and did not send from the browser. */
  forgetUnsent() {
    if (this.me !== undefined) forgetUnsent(this.me.id)
  }

  async setAccepting(isAccepting) {
    const status = isAccepting ? 'accepting_chats' : 'not_accepting_chats'
    await this.#report(this.#rtm.request('update_agent', { routing_status: status }))
  }

  setReading(isReading) {
    this.isReading = isReading
    if (isReading) this.#markSeen()
    this.#onChange()
  }

  loadEarlier() {
    return this.#loader.loadEarlier(this.openChat)
  }

  /** Loads the list again after a push about a chat that was not visible before. */
  async discover() {
    const found = await this.#rtm.request('get_filtered_chats').catch(() => ({ chats_summary: [] }))
    for (const summary of found.chats_summary) this.putSummary(summary)
    this.#onChange()
  }

  putSummary(summary) {
    const chat = this.provide(summary.id)
    chat.putSummary(summary)
    chat.isUnread = (chat !== this.openChat || !this.isReading) && chat.isNewsTo(this.me.id)
  }

  /** Removes a chat that does not exist, or that this agent may not see. */
  forget(chatId) {
    this.chats.delete(chatId)
    this.#onChange()
  }

  noteNews(chat, event) {
    if (event.author_id === this.me.id || !isMessage(event)) return
    if (chat === this.openChat && this.isReading) this.#markSeen()
    else chat.isUnread = chat.concerns(this.me.id)
    if (chat.concerns(this.me.id)) this.#on.onNews(chat, event)
  }

  #loggedIn({ my_profile, chats_summary }) {
    // Another agent has signed in after this agent's token ended, so nothing shown before may stay on the page.
    if (this.me !== undefined && this.me.id !== my_profile.id) return this.#on.onOtherAgent()
    this.isLoggedIn = true
    this.me = my_profile
    this.#refresh(chats_summary)
    this.pages.restart(chats_summary.length)
    this.#showOpenChat()
    this.#on.onLogin()
  }

  /**
   * Updates the list after a login. Chats beyond its first page follow with further pages; chats that are no longer
   * visible disappear.
   */
  #refresh(summaries) {
    const isThere = new Set([this.#openId, ...summaries.map((summary) => summary.id)])
    for (const [id, chat] of this.chats) {
      chat.isLoaded = false
      if (!isThere.has(id) && !chat.isSending) this.chats.delete(id)
    }
    for (const summary of summaries) {
      this.putSummary(summary)
      this.chats.get(summary.id).outbox.flush()
    }
  }

  /** Shows the chat that the address names, even when it is not in the list. */
  #showOpenChat() {
    if (this.isLoggedIn && this.#openId !== undefined) this.provide(this.#openId)
    this.#markSeen()
    if (this.openChat !== undefined) this.#loader.load(this.openChat, this.#threadId)
    this.#onChange()
  }

  provide(chatId) {
    const known = this.chats.get(chatId)
    if (known !== undefined) return known
    const onChange = this.#onChange
    const unsent = new Unsent(this.me.id, chatId)
    const chat = new DeskChat(chatId, {
      ...{ unsent, onChange, deliver: (item) => deliverEvent(this, chat, item) },
      files: new FileQueue({
        onChange,
        deliver: (...file) => deliverFile(this, chat, ...file),
      }),
    })
    this.chats.set(chatId, chat)
    return chat
  }

  #receive(action, payload) {
    applyPush(this, action, payload)
    this.#loader.note(action, payload)
    this.#on.onPush(action, payload)
    this.#onChange()
  }

  #markSeen() {
    const chat = this.openChat
    if (chat === undefined || !this.isReading) return
    chat.isUnread = false
    this.#rtm.notify('update_last_seen_timestamp', { chat_id: chat.id })
  }

  #sendTyping(isTyping) {
    if (this.openChat === undefined || this.openChat.isClosed) return
    const payload = { chat_id: this.#openId, is_typing: isTyping, recipients: this.#typingRecipients }
    this.#rtm.notify('send_typing_indicator', payload)
  }

  #act(action, payload = {}) {
    return this.#report(this.#rtm.request(action, { chat_id: this.#openId, ...payload }))
  }

  /** Shows why a request of the agent failed. Successes are shown by the pushes that follow. */
  async #report(answer) {
    this.problem = undefined
    try {
      await answer
    } catch (error) {
      this.problem = error.message
    }
    this.#onChange()
  }
}

function isReload() {
  return performance.getEntriesByType('navigation')[0]?.type === 'reload'
}
