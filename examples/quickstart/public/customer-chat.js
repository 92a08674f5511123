import { Conversation } from './conversation.js'
import { ExpiringMap } from './expiring-map.js'
import { Outbox } from './outbox.js'
import { firstPageView, pageView } from './page-view.js'
import { RtmClient, RtmError } from './rtm.js'
import { customerSession } from './session.js'
import { SneakPeek } from './sneak-peek.js'

const TYPING_LIFETIME_MS = 6_000
const THREADS_PER_PAGE = 10
/** The newest ones: what is older than that, the page does not offer. */
const MOST_THREADS = 100

/** The customer's side of a chat: what there is to show, and what the customer can do. Knows no page. */
export class CustomerChat {
  me
  conversation
  connection = { state: 'connecting' }
  isLoaded = false
  unreadCount = 0
  #isReading = false
  #loads = 0
  #earlierThreadIds = []
  #pushesWhileLoading = []
  #onChange
  #rtm

  constructor(onChange) {
    this.#onChange = onChange
    this.typing = new ExpiringMap(TYPING_LIFETIME_MS, onChange)
    this.outbox = new Outbox((item) => this.#deliver(item), onChange)
    this.peek = new SneakPeek((text) => this.#sendSneakPeek(text))
    this.#rtm = new RtmClient({
      session: customerSession(),
      login: (token) => ({ token, customer: { monitoring: firstPageView() } }),
      onLogin: ({ customer_id }) => this.#loggedIn(customer_id),
      onPush: (action, payload) => this.#receive(action, payload),
      onState: (state, details) => {
        this.connection = { state, ...details }
        onChange()
      },
    })
  }

  connect() {
    this.#rtm.start()
  }

  /** Nothing was ever written: who are you? */
  get isNew() {
    return this.conversation === undefined && this.outbox.items.length === 0
  }

  get hasEarlier() {
    return this.#earlierThreadIds.length > 0
  }

  /** The agent to talk to: whoever of those present came last. */
  get agent() {
    return [...(this.conversation?.users.values() ?? [])].findLast(
      (user) => user.type === 'agent' && user.present,
    )
  }

  async begin(name, text) {
    await this.#rtm.request('update_customer', { name })
    this.outbox.add(text)
  }

  send(text) {
    this.outbox.add(text)
    this.peek.update('')
  }

  end() {
    this.peek.update('')
    return this.#rtm.request('close_thread', { chat_id: this.conversation.id })
  }

  pageChanged() {
    this.#rtm.tell('update_customer', { monitoring: pageView() })
  }

  /** Whether the customer has the messages before their eyes. */
  setReading(isReading) {
    this.#isReading = isReading
    if (isReading) this.#markSeen()
  }

  isSeen(event) {
    const seenAt = [...this.conversation.users.values()]
      .filter((user) => user.type === 'agent')
      .map((user) => user.last_seen_timestamp ?? 0)
    return Math.max(0, ...seenAt) >= event.timestamp
  }

  async loadEarlier() {
    const threadIds = this.#earlierThreadIds.splice(-THREADS_PER_PAGE)
    await this.#loadThreads(this.conversation, threadIds).catch(() => {
      this.#earlierThreadIds.push(...threadIds)
    })
    this.#onChange()
  }

  async #loggedIn(customerId) {
    const load = ++this.#loads
    this.isLoaded = false
    if (customerId !== this.me) this.#forget()
    this.me = customerId
    try {
      const conversation = await this.#load()
      if (load === this.#loads) this.#loaded(conversation)
    } catch (error) {
      // A lost connection brings a new login, and that another load.
      if (error.type !== 'offline') this.#rtm.reconnect()
    }
  }

  async #load() {
    this.#pushesWhileLoading = []
    const { chats_summary } = await this.#rtm.request('get_chats_summary', { limit: 1 })
    if (chats_summary.length === 0) return undefined
    const conversation = new Conversation(chats_summary[0].id)
    const { threads_summary } = await this.#rtm.request('get_chat_threads_summary', {
      chat_id: conversation.id,
      limit: MOST_THREADS,
    })
    const threadIds = threads_summary.sort((a, b) => a.order - b.order).map((thread) => thread.id)
    await this.#loadThreads(conversation, threadIds.splice(-THREADS_PER_PAGE))
    this.#earlierThreadIds = threadIds
    return conversation
  }

  async #loadThreads(conversation, threadIds) {
    const { chat } = await this.#rtm.request('get_chat_threads', {
      chat_id: conversation.id,
      thread_ids: threadIds,
    })
    conversation.putUsers(chat.users)
    for (const thread of chat.threads) conversation.putThread(thread)
  }

  #loaded(conversation) {
    this.conversation = conversation
    this.isLoaded = true
    for (const event of conversation?.events ?? []) this.outbox.confirm(event)
    const seenAt = conversation?.users.get(this.me)?.last_seen_timestamp ?? 0
    this.unreadCount = (conversation?.events ?? []).filter(
      (event) => this.#isFromOthers(event) && event.timestamp > seenAt,
    ).length
    for (const [action, payload] of this.#pushesWhileLoading) this.#apply(action, payload)
    if (this.#isReading) this.#markSeen()
    this.outbox.flush()
  }

  #forget() {
    this.conversation = undefined
    this.outbox.clear()
    this.typing.clear()
    this.unreadCount = 0
  }

  #receive(action, payload) {
    if (this.isLoaded) this.#apply(action, payload)
    else this.#pushesWhileLoading.push([action, payload])
    this.#onChange()
  }

  #apply(action, payload) {
    if (action === 'incoming_chat_thread') return this.#putChat(payload.chat)
    const { conversation } = this
    if (conversation === undefined || payload.chat_id !== conversation.id) return
    if (action === 'incoming_event') this.#addEvent(payload.event, payload.thread_id)
    if (action === 'thread_closed') this.#closed(payload.thread_id)
    if (action === 'chat_users_updated') {
      conversation.putUsers(payload.updated_users.added)
      conversation.markAbsent(payload.updated_users.removed_ids)
    }
    if (action === 'customer_updated') conversation.putUsers([payload.customer])
    if (action === 'last_seen_timestamp_updated') conversation.setLastSeen(payload.user_id, payload.timestamp)
    if (action === 'incoming_typing_indicator') this.#noteTyping(payload.typing_indicator)
  }

  #putChat({ id, users, thread }) {
    this.conversation ??= new Conversation(id)
    if (this.conversation.id !== id) return
    this.conversation.putUsers(users)
    this.conversation.putThread({ ...thread, events: [] })
    for (const event of thread.events) this.#addEvent(event, thread.id)
  }

  #addEvent(event, threadId) {
    const { conversation } = this
    this.outbox.confirm(event)
    if (!conversation.hasThread(threadId)) {
      // An answer may come before the push that tells of the thread it opened.
      const order = (conversation.lastThread?.order ?? 0) + 1
      conversation.putThread({ id: threadId, order, active: true })
    }
    if (!conversation.addEvent(event, threadId)) return
    this.typing.delete(event.author_id)
    if (!this.#isFromOthers(event)) return
    if (this.#isReading) this.#markSeen()
    else this.unreadCount += 1
  }

  #isFromOthers(event) {
    return event.author_id !== this.me && event.type !== 'system_message'
  }

  #closed(threadId) {
    this.conversation.closeThread(threadId)
    this.typing.clear()
    this.peek.update('')
  }

  #noteTyping({ author_id, is_typing }) {
    if (is_typing) this.typing.set(author_id, true)
    else this.typing.delete(author_id)
  }

  #markSeen() {
    this.unreadCount = 0
    if (this.conversation === undefined) return
    this.#rtm.tell('update_last_seen_timestamp', { chat_id: this.conversation.id })
  }

  #sendSneakPeek(text) {
    if (!this.conversation?.isActive) return
    this.#rtm.tell('send_sneak_peek', { chat_id: this.conversation.id, sneak_peek_text: text })
  }

  async #deliver({ key, text }) {
    // Before it is known which chats exist, a message would open a second one.
    if (!this.isLoaded) throw new RtmError('offline', 'Not loaded yet.')
    const event = { type: 'message', text, custom_id: key }
    const options = { idempotencyKey: key }
    if (this.conversation === undefined) {
      const payload = { chat: { thread: { events: [event] } } }
      const { chat } = await this.#rtm.request('start_chat', payload, options)
      return this.#putChat(chat)
    }
    const chatId = this.conversation.id
    const answer = await this.#rtm.request('send_event', { chat_id: chatId, event }, options)
    if (this.conversation?.id === chatId) this.#addEvent(answer.event, answer.thread_id)
  }
}
