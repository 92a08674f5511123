import { avatar, element, icon, reconcile } from './dom.js'
import { clockTime, dayName, eventText } from './format.js'
import { linked } from './links.js'

/** Messages of one author within this time form a group: one name, one time. */
const GROUP_SECONDS = 300
const NEAR_END_PX = 60

/** The messages of a conversation, in a scrolling log that follows the newest one until the reader scrolls up. */
export class MessageList {
  #scroller
  #log
  #jump
  #onRetry
  #onDiscard
  #conversation
  #isFollowing = true
  #lastScrollTop = 0

  /** @param jump the button that leads back to the newest message */
  constructor({ scroller, log, jump, onRetry, onDiscard }) {
    this.#scroller = scroller
    this.#log = log
    this.#jump = jump
    this.#onRetry = onRetry
    this.#onDiscard = onDiscard
    jump.addEventListener('click', () => this.follow())
    scroller.addEventListener('scroll', () => this.#scrolled())
    // Whatever changes a height (a message, a preview, an opened keyboard), the end stays in sight.
    const observer = new ResizeObserver(() => {
      if (this.#isFollowing) this.follow()
    })
    for (const node of [scroller, ...scroller.children]) observer.observe(node)
  }

  /** @param seen `(event) => boolean`, whether somebody else has seen this event of mine */
  show({ conversation, me, waiting = [], seen = () => false }) {
    const isOther = this.#conversation !== conversation
    const newestBefore = this.#newestKey()
    const items = itemsOf(conversation, me, waiting)
    markSeen(items, seen)
    reconcile(this.#log, items, {
      key: (item) => item.key,
      signature: signatureOf,
      render: (item) => this.#render(item),
    })
    this.#conversation = conversation
    if (isOther) this.follow()
    else if (!this.#isFollowing && this.#newestKey() !== newestBefore) this.#jump.hidden = false
  }

  follow() {
    this.#isFollowing = true
    this.#jump.hidden = true
    this.#scroller.scrollTop = this.#scroller.scrollHeight
  }

  /** Only upward movement is the reader's: below, the log may just have grown since it was scrolled. */
  #scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller
    if (scrollHeight - scrollTop - clientHeight < NEAR_END_PX) {
      this.#isFollowing = true
      this.#jump.hidden = true
    } else if (scrollTop < this.#lastScrollTop) this.#isFollowing = false
    this.#lastScrollTop = scrollTop
  }

  #newestKey() {
    return this.#log.lastElementChild?.dataset.key
  }

  #render(item) {
    if (item.kind === 'line') return element('p', { class: 'log-line' }, item.text)
    const { event, author, isOwn, isFirst, isNote } = item
    const classes = ['message', isOwn && 'own', isNote && 'note', isFirst && 'first']
    return element(
      'article',
      { class: classes.filter(Boolean).join(' ') },
      isFirst && !isOwn ? avatar(author) : undefined,
      isFirst ? heading(item) : undefined,
      element('div', { class: 'bubble' }, ...linked(eventText(event))),
      this.#footer(item),
    )
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

function heading({ author, isOwn, isNote, event }) {
  const name = isOwn ? 'You' : (author?.name ?? 'Customer')
  return element(
    'header',
    { class: 'message-head' },
    element('span', { class: 'message-author' }, name),
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
  let day
  for (const event of conversation?.events ?? []) {
    const today = dayName(event.timestamp)
    if (today !== day) items.push({ kind: 'line', key: `day ${today}`, text: today })
    day = today
    items.push(itemOf(event, conversation, me, items.at(-1)))
  }
  for (const { key, text, recipients, state, error } of waiting) {
    const event = { id: key, type: 'message', text, author_id: me, recipients }
    items.push({ ...itemOf(event, conversation, me, items.at(-1)), waiting: state, error })
  }
  return items
}

function itemOf(event, conversation, me, previous) {
  if (event.type === 'system_message') return { kind: 'line', key: event.id, text: event.text }
  return {
    key: event.id,
    event,
    author: conversation?.users.get(event.author_id),
    isOwn: event.author_id === me,
    isNote: event.recipients === 'agents',
    isFirst: !isContinued(previous?.event, event),
  }
}

function isContinued(previous, event) {
  return (
    previous !== undefined &&
    previous.author_id === event.author_id &&
    (previous.recipients === 'agents') === (event.recipients === 'agents') &&
    !(event.timestamp - previous.timestamp > GROUP_SECONDS)
  )
}

/** One mark, at the newest message that was seen, says it for all earlier ones. */
function markSeen(items, seen) {
  const newest = items.findLast((item) => item.isOwn && !item.isNote && !item.waiting && seen(item.event))
  if (newest !== undefined) newest.isSeen = true
}

function signatureOf({ text, event, author, isFirst, isSeen, waiting, error }) {
  return JSON.stringify([text, event && eventText(event), author?.name, isFirst, isSeen, waiting, error])
}
