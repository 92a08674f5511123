import { AnswerWatch } from './answer-watch.js'
import { ChatLoader } from './chat-loader.js'
import { ChatPages } from './chat-pages.js'
import { DeskChat } from './desk-chat.js'
import { deliverEvent, deliverFile } from './desk-delivery.js'
import { applyPush } from './desk-pushes.js'
import { ExpiringMap } from './expiring-map.js'
import { FileQueue } from './file-queue.js'
import { RtmClient } from './rtm.js'
import { isSaid } from './said.js'
import { TypingSender } from './typing-sender.js'
import { forgetUnsent, Unsent } from './unsent.js'

const TYPING_LIFETIME_MS = 6_000
const SNEAK_PEEK_LIFETIME_MS = 120_000
const application = { name: 'Quickstart desk' }

/** The agent's side of all chats: what there is to show, and what the agent can do. Knows no page. */
export class AgentDesk {
  me
  chats = new Map()
  connection = { state: 'connecting' }
  isLoggedIn = false
  isReading = true
  problem
  #openId
  /** The thread that is looked for in the open chat. */
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
      // The first login takes the default status, a later one keeps what the agent chose.
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

  /** An administrator closes any chat, other agents those they are in. */
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

  /** Resolves with the payload of the answer; rejects with an `RtmError`. */
  request(action, payload, options) {
    return this.#rtm.request(action, payload, options)
  }

  /** What is being written, and not sent yet. */
  input(text, recipients) {
    this.openChat.unsent.keepDraft(text, recipients)
    if (recipients !== this.#typingRecipients) this.typingSender.stop()
    this.#typingRecipients = recipients
    this.typingSender.input(text.trim())
  }

  /** Nothing that this agent wrote stays in the browser. */
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

  /** A push told of a chat that was not visible before. */
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

  /** It is not there, or not for this agent. */
  forget(chatId) {
    this.chats.delete(chatId)
    this.#onChange()
  }

  noteNews(chat, event) {
    if (event.author_id === this.me.id || !isSaid(event)) return
    if (chat === this.openChat && this.isReading) this.#markSeen()
    else chat.isUnread = chat.concerns(this.me.id)
    if (chat.concerns(this.me.id)) this.#on.onNews(chat, event)
  }

  #loggedIn({ my_profile, chats_summary }) {
    // Somebody else signed in after this agent's token ended: nothing of what it showed may stay.
    if (this.me !== undefined && this.me.id !== my_profile.id) return this.#on.onOtherAgent()
    this.isLoggedIn = true
    this.me = my_profile
    this.#refresh(chats_summary)
    this.pages.restart(chats_summary.length)
    this.#showOpenChat()
    this.#on.onLogin()
  }

  /** What the login does not tell of comes with further pages, and what is not visible any more in none. */
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

  /** A chat that stands in the address need not stand in the list. */
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
    this.#rtm.tell('update_last_seen_timestamp', { chat_id: chat.id })
  }

  #sendTyping(isTyping) {
    if (this.openChat === undefined || this.openChat.isClosed) return
    const payload = { chat_id: this.#openId, is_typing: isTyping, recipients: this.#typingRecipients }
    this.#rtm.tell('send_typing_indicator', payload)
  }

  #act(action, payload = {}) {
    return this.#report(this.#rtm.request(action, { chat_id: this.#openId, ...payload }))
  }

  /** What the agent asked for and did not get is said; what they got is told by pushes. */
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
