import { sentence } from './direction.js'
import { avatar, element, icon, reconcile, tintOf } from './dom.js'
import { clockTime, dayName, eventText } from './format.js'
import { answeredIn } from './forms.js'
import { contentSignature, messageContent } from './message-content.js'
import { isMessage } from './message-events.js'

/** Messages of one author within this many seconds form a group with one name and one time. */
const GROUP_SECONDS = 300
const NEAR_END_PX = 60

/** The messages of a conversation in a scrolling log. It stays at the newest message until the reader scrolls up. */
export class MessageList {
  #scroller
  #log
  #jump
  #onRetry
  #onDiscard
  #actions
  #conversation
  #me
  #soughtId
  #isFollowing = true
  #lastScrollTop = 0
  #newestMessageKey

  /**
   * @param jump the button that leads back to the newest message
   * @param onPostback `(eventId, postbackId, isToggled)`; without it, buttons of rich messages show who pressed them
   * @param onAnswer `(eventId, fields)`; without it, requested forms cannot be filled in
   */
  constructor({ scroller, log, jump, onRetry, onDiscard, ...actions }) {
    this.#actions = actions
    this.#scroller = scroller
    this.#log = log
    this.#jump = jump
    this.#onRetry = onRetry
    this.#onDiscard = onDiscard
    jump.addEventListener('click', () => this.follow())
    scroller.addEventListener('scroll', () => this.#scrolled())
    // Keeps the end in sight when a message, a preview or the keyboard changes a height.
    const observer = new ResizeObserver(() => {
      if (this.#isFollowing) this.follow()
    })
    for (const node of [scroller, ...scroller.children]) observer.observe(node)
  }

  /** @param seen `(event) => boolean`, whether another user has seen this event of mine */
  show({ conversation, me, waiting = [], seen = () => false }) {
    const isOther = this.#conversation !== conversation
    this.#conversation = conversation
    this.#me = me
    const newestBefore = this.#newestMessageKey
    const items = itemsOf(conversation, me, waiting)
    markSeen(items, seen)
    this.#newestMessageKey = items.findLast((item) => item.isMessage)?.key
    reconcile(this.#log, items, {
      key: (item) => item.key,
      signature: signatureOf,
      render: (item) => this.#render(item),
    })
    if (isOther) this.follow()
    if (this.#reveal() || isOther) return
    if (!this.#isFollowing && this.#newestMessageKey !== newestBefore) this.#jump.hidden = false
  }

  /** Scrolls to this event once it is loaded, and highlights it. */
  seek(eventId) {
    this.#soughtId = eventId
    for (const node of this.#log.querySelectorAll('.is-sought')) node.classList.remove('is-sought')
  }

  #reveal() {
    if (this.#soughtId === undefined) return false
    const node = this.#log.querySelector(`[data-key="${CSS.escape(this.#soughtId)}"]`)
    if (node === null) return false
    this.#soughtId = undefined
    this.#isFollowing = false
    node.classList.add('is-sought')
    node.scrollIntoView({ block: 'center' })
    return true
  }

  follow() {
    this.#isFollowing = true
    this.#jump.hidden = true
    this.#scroller.scrollTop = this.#scroller.scrollHeight
  }

  /**
   * Stops following only when the reader scrolls up. When the scroll position is lower, the log may just have grown.
   */
  #scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller
    if (scrollHeight - scrollTop - clientHeight < NEAR_END_PX) {
      this.#isFollowing = true
      this.#jump.hidden = true
    } else if (scrollTop < this.#lastScrollTop) this.#isFollowing = false
    this.#lastScrollTop = scrollTop
  }

  #render(item) {
    if (item.kind === 'line') return element('p', { class: 'log-line', dir: 'auto' }, ...lineParts(item))
    const { author, isOwn, isFirst, isNote } = item
    const isColleague = !isOwn && author?.type === 'agent'
    const classes = ['message', isOwn && 'own', isNote && 'note', isFirst && 'first']
    return element(
      'article',
      {
        class: classes.filter(Boolean).join(' '),
        // Colors distinguish several agents of a chat in addition to their names.
        'data-tint': isColleague ? tintOf(author.id) : undefined,
      },
      isFirst && !isOwn ? avatar(author) : undefined,
      isFirst ? heading(item, { isColleague }) : undefined,
      ...messageContent(item, { ...this.#actions, me: this.#me, nameOf: (id) => this.#nameOf(id) }),
      this.#footer(item),
    )
  }

  #nameOf(userId) {
    return userId === this.#me ? 'you' : (this.#conversation?.users.get(userId)?.name ?? 'somebody')
  }

  #footer({ waiting, error, event, isSeen }) {
    if (isSeen) return element('p', { class: 'message-state' }, icon('check'), 'Seen')
    if (waiting === 'sending') return element('p', { class: 'message-state' }, 'Sending…')
    if (waiting === 'waiting') return element('p', { class: 'message-state' }, 'Waiting for the connection…')
    if (waiting !== 'failed') return undefined
    return element(
      'p',
      { class: 'message-state failed' },
      icon('alert'),
      `Not sent. ${error ?? ''} `,
      button('Try again', () => this.#onRetry(event.id)),
      button('Delete', () => this.#onDiscard(event.id)),
    )
  }
}

function button(label, act) {
  const node = element('button', { type: 'button', class: 'link-button' }, label)
  node.addEventListener('click', act)
  return node
}

function heading({ author, isOwn, isNote, event }, { isColleague }) {
  const name = isOwn ? 'You' : (author?.name ?? 'Customer')
  return element(
    'header',
    { class: 'message-head' },
    element('span', { class: 'message-author', dir: 'auto' }, name),
    isColleague ? element('span', { class: 'role' }, 'Agent') : undefined,
    isNote ? element('span', { class: 'tag' }, icon('lock'), 'Internal note') : undefined,
    event.timestamp === undefined
      ? undefined
      : element(
          'time',
          { datetime: new Date(event.timestamp * 1000).toISOString() },
          clockTime(event.timestamp),
        ),
  )
}

function itemsOf(conversation, me, waiting) {
  const items = []
  const events = conversation?.events ?? []
  const isAnswered = answeredIn(events)
  const live = new Set(conversation?.isActive ? conversation.lastThread.events : [])
  let day
  for (const event of events) {
    const today = dayName(event.timestamp)
    if (today !== day) items.push({ kind: 'line', key: `day ${today}`, text: today })
    day = today
    const item = itemOf(event, conversation, me, items.at(-1))
    items.push({ ...item, isLive: live.has(event), isAnswered: isAnswered(event) })
  }
  for (const { key, content, recipients, state, error } of waiting) {
    const event = { ...content, id: key, author_id: me, recipients }
    items.push({ ...itemOf(event, conversation, me, items.at(-1)), waiting: state, error })
  }
  return items
}

function itemOf(event, conversation, me, previous) {
  const line = lineOf(event, conversation, me)
  if (line !== undefined) return { kind: 'line', key: event.id, ...line, isMessage: isMessage(event) }
  return {
    key: event.id,
    event,
    isMessage: true,
    author: conversation?.users.get(event.author_id),
    isOwn: event.author_id === me,
    isNote: event.recipients === 'agents',
    isFirst: !isContinued(previous?.event, event),
  }
}

/**
 * Returns the centered line of an event that is not a message, as `name` and `text`. A rating that is being sent counts
 * as a message, because it can fail.
 */
function lineOf(event, conversation, me) {
  const users = conversation?.users ?? new Map()
  if (event.type === 'system_message') return systemLine(event.text, [...users.values()])
  if (event.type !== 'annotation' || event.order === undefined) return undefined
  const name = event.author_id === me ? 'You' : (users.get(event.author_id)?.name ?? 'Somebody')
  return { name, text: ` · ${eventText(event)}` }
}

/** Splits a system message into name and text, because most of them begin with the name of a user. */
function systemLine(text, users) {
  const { name } = users.find((user) => user.name && text.startsWith(`${user.name} `)) ?? {}
  return name === undefined ? { text } : { name, text: text.slice(name.length) }
}

function lineParts({ name, text }) {
  return name === undefined ? [text] : sentence`${name}${[text]}`
}

function isContinued(previous, event) {
  return (
    previous !== undefined &&
    previous.author_id === event.author_id &&
    (previous.recipients === 'agents') === (event.recipients === 'agents') &&
    !(event.timestamp - previous.timestamp > GROUP_SECONDS)
  )
}

/** Marks the newest message that was seen. The mark also applies to all earlier ones. */
function markSeen(items, seen) {
  const newest = items.findLast((item) => item.isOwn && !item.isNote && !item.waiting && seen(item.event))
  if (newest !== undefined) newest.isSeen = true
}

function signatureOf({ name, text, event, author, isFirst, isSeen, isLive, isAnswered, waiting, error }) {
  const content = event && contentSignature(event)
  const isLiveCard = isLive && event?.type === 'rich_message'
  return JSON.stringify([
    // The signature stays the same when a line's name becomes known, so that screen readers do not announce the line
    // twice.
    [name, text].join(''),
    content,
    author?.name,
    isFirst,
    isSeen,
    isLiveCard,
    isAnswered,
    waiting,
    error,
  ])
}
