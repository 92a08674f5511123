import { Conversation } from './conversation.js'
import { deliverEvent, deliverFile } from './customer-delivery.js'
import { loadLastThreads, loadNewestChat } from './customer-history.js'
import { applyPush } from './customer-pushes.js'
import { ExpiringMap } from './expiring-map.js'
import { FileQueue } from './file-queue.js'
import { isMessage } from './message-events.js'
import { Outbox } from './outbox.js'
import { firstPageView, pageView } from './page-view.js'
import { QueuePosition } from './queue-position.js'
import { RtmClient } from './rtm.js'
import { customerSession } from './session.js'
import { SneakPeek } from './sneak-peek.js'
import { forgetUnsent, Unsent } from './unsent.js'

const TYPING_LIFETIME_MS = 6_000
/**
 * Key for unsent messages. The window shows only the newest chat, and the first message is written before any chat
 * exists.
 */
const SHOWN_CHAT = 'newest'

/** Holds one chat from the customer's side: its data, and the customer's actions. It does not touch the page. */
export class CustomerChat {
  me
  conversation
  connection = { state: 'connecting' }
  isLoaded = false
  unreadCount = 0
  queuePosition = new QueuePosition()
  /** The unsent texts. Set once it is known who the customer is. */
  unsent
  #isReading = false
  #loads = 0
  #earlierThreadIds = []
  #pushesWhileLoading = []
  #onChange
  #onNews
  #rtm

  /** @param onNews called with each new event of other users */
  constructor({ onChange, onNews }) {
    this.#onChange = onChange
    this.#onNews = onNews
    this.typing = new ExpiringMap(TYPING_LIFETIME_MS, onChange)
    this.session = customerSession()
    this.outbox = new Outbox((item) => deliverEvent(this, item), onChange)
    this.files = new FileQueue({ deliver: (...file) => deliverFile(this, ...file), onChange })
    this.peek = new SneakPeek((text) => this.#sendSneakPeek(text))
    this.#rtm = new RtmClient({
      session: this.session,
      login: (token) => ({ token, customer: { monitoring: firstPageView() }, queue_updates: true }),
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

  /** Whether the customer has never written anything, so that the page asks for a name first. */
  get isNew() {
    return this.conversation === undefined && this.outbox.items.length === 0
  }

  get hasEarlier() {
    return this.#earlierThreadIds.length > 0
  }

  /** The agents who are present in the chat. */
  get agents() {
    return [...(this.conversation?.users.values() ?? [])].filter(
      (user) => user.type === 'agent' && user.present,
    )
  }

  /** @param form fields of a `filled_form`, if more than name and text was filled in */
  async begin({ name, email, form, text }) {
    await this.request('update_customer', email === '' ? { name } : { name, email })
    if (form !== undefined) this.outbox.addEvent({ type: 'filled_form', fields: form })
    this.send(text)
  }

  /** Sends a request. Resolves with the payload of the response, or rejects with an `RtmError`. */
  request(action, payload, options) {
    return this.#rtm.request(action, payload, options)
  }

  /** Keeps the unsent text as a draft. */
  input(text) {
    this.unsent.keepDraft(text)
    this.peek.update(text.trim())
  }

  send(text) {
    if (text !== '') this.outbox.add(text)
    this.files.send()
    this.input('')
  }

  async end() {
    this.peek.update('')
    try {
      await this.#rtm.request('close_thread', { chat_id: this.conversation.id })
    } catch (error) {
      // The chat may already be closed, for example by another page.
      if (error.type !== 'validation') throw error
    }
  }

  pageChanged() {
    this.#rtm.notify('update_customer', { monitoring: pageView() })
  }

  /** Records whether the customer can currently see the messages. */
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
    // A failure is ignored: the button stays for another attempt.
    await loadLastThreads(this.#rtm, this.conversation, this.#earlierThreadIds).catch(() => {})
    this.#onChange()
  }

  async #loggedIn(customerId) {
    const load = ++this.#loads
    this.isLoaded = false
    if (customerId !== this.me) this.#become(customerId)
    this.#pushesWhileLoading = []
    try {
      const loaded = await loadNewestChat(this.#rtm)
      if (load === this.#loads) this.#loaded(loaded)
    } catch (error) {
      // A lost connection is ignored, because the next login loads the chat again.
      if (error.type !== 'offline') this.#rtm.reconnect()
    }
  }

  #loaded({ conversation, queue, earlierThreadIds }) {
    this.conversation = conversation
    this.queuePosition.setFromResponse(queue)
    this.#earlierThreadIds = earlierThreadIds
    this.isLoaded = true
    for (const event of conversation?.events ?? []) this.outbox.confirm(event)
    const seenAt = conversation?.users.get(this.me)?.last_seen_timestamp ?? 0
    this.unreadCount = (conversation?.events ?? []).filter(
      (event) => this.#isFromOthers(event) && event.timestamp > seenAt,
    ).length
    for (const [action, payload] of this.#pushesWhileLoading) applyPush(this, action, payload)
    if (this.#isReading) this.#markSeen()
    this.outbox.flush()
  }

  #become(customerId) {
    if (this.me !== undefined) this.#forget()
    this.me = customerId
    this.unsent = new Unsent(customerId, SHOWN_CHAT)
    this.outbox.keepIn(this.unsent)
  }

  #forget() {
    forgetUnsent(this.me)
    this.conversation = undefined
    this.queuePosition.setFromResponse(undefined)
    this.outbox.clear()
    this.files.clear()
    this.typing.clear()
    this.unreadCount = 0
  }

  #receive(action, payload) {
    if (this.isLoaded) applyPush(this, action, payload)
    else this.#pushesWhileLoading.push([action, payload])
    this.#onChange()
  }

  putChat({ id, users, thread }) {
    this.conversation ??= new Conversation(id)
    if (this.conversation.id !== id) return
    this.conversation.putUsers(users)
    this.conversation.putThread({ ...thread, events: [] })
    for (const event of thread.events) this.addEvent(event, thread.id)
  }

  addEvent(event, threadId) {
    const { conversation } = this
    this.outbox.confirm(event)
    if (!conversation.hasThread(threadId)) {
      // The response may arrive before the push about the thread that it opened.
      const order = (conversation.lastThread?.order ?? 0) + 1
      conversation.putThread({ id: threadId, order, active: true })
    }
    if (!conversation.addEvent(event, threadId)) return
    this.typing.delete(event.author_id)
    if (!this.#isFromOthers(event)) return
    this.#onNews(event)
    if (this.#isReading) this.#markSeen()
    else this.unreadCount += 1
  }

  #isFromOthers(event) {
    return event.author_id !== this.me && isMessage(event)
  }

  #markSeen() {
    this.unreadCount = 0
    if (this.conversation === undefined) return
    this.#rtm.notify('update_last_seen_timestamp', { chat_id: this.conversation.id })
  }

  #sendSneakPeek(text) {
    if (!this.conversation?.isActive) return
    this.#rtm.notify('send_sneak_peek', { chat_id: this.conversation.id, sneak_peek_text: text })
  }
}
