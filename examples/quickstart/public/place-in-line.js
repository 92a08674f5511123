/**
 * Where a customer's chat stands in the line of those that wait for an agent, as the Customer API tells it: in answers
 * that show the chat, and by pushes, of which a late one may come when nobody waits any more.
 */
export class QueuePosition {
  #isWaiting = false
  #queue

  /** `{position, wait_seconds, accepting_chats}`; `undefined` where the chat does not wait, or it is not told yet. */
  get queue() {
    return this.#isWaiting ? this.#queue : undefined
  }

  /** @param queue as an answer shows it; `undefined`: the chat does not wait */
  answered(queue) {
    this.#isWaiting = queue !== undefined
    this.#queue = queue
  }

  pushed(queue) {
    if (this.#isWaiting) this.#queue = queue
  }

  /** A push of a thread tells no place, and may come after the answer that did. */
  threadBegan() {
    this.#isWaiting = true
  }

  /** An agent has joined, or the thread was closed. */
  left() {
    this.answered(undefined)
  }

  /** What the router says in the chat. */
  told({ type, system_message_type }) {
    if (type !== 'system_message') return
    if (system_message_type === 'routing.assigned') this.left()
    if (system_message_type !== 'routing.unassigned') return
    this.left()
    this.#isWaiting = true
  }
}

/** The place in words: no time is promised, for nobody knows it. */
export function placeWords({ position, accepting_chats }) {
  if (!accepting_chats) return 'Nobody is here right now. Write to us, and we will answer when we are back.'
  if (position === 1) return 'You are next.'
  if (position === 2) return '1 person is before you.'
  // The last place that is told is shared by all who stand behind it.
  return position < LAST_PLACE
    ? `${position - 1} people are before you.`
    : `More than ${LAST_PLACE - 2} people are before you.`
}

/** The same for who listens: not every step in a long line is worth an interruption. */
export function spokenPlace(queue) {
  return queue.accepting_chats && queue.position > 1
    ? 'You are in line. Others are before you.'
    : placeWords(queue)
}

const LAST_PLACE = 1_000
