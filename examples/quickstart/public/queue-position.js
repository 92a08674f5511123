/**
 * The queue position of a customer's chat, from responses and pushes of the Customer API. A late push is ignored when
 * the chat no longer waits.
 */
export class QueuePosition {
  #isWaiting = false
  #queue

  /**
   * `{position, wait_seconds, accepting_chats}`; `undefined` when the chat does not wait, or its position is not known
   * yet.
   */
  get queue() {
    return this.#isWaiting ? this.#queue : undefined
  }

  /** @param queue the value from a response; `undefined` when the chat does not wait */
  setFromResponse(queue) {
    this.#isWaiting = queue !== undefined
    this.#queue = queue
  }

  setFromPush(queue) {
    if (this.#isWaiting) this.#queue = queue
  }

  /**
   * Records that the chat waits. The push of a thread contains no position, and may arrive after the response that
   * does.
   */
  startWaiting() {
    this.#isWaiting = true
  }

  /** Records that the chat no longer waits: an agent has joined, or the thread was closed. */
  stopWaiting() {
    this.setFromResponse(undefined)
  }

  /** Follows the system messages about routing. */
  applyEvent({ type, system_message_type }) {
    if (type !== 'system_message') return
    if (system_message_type === 'routing.assigned') this.stopWaiting()
    if (system_message_type !== 'routing.unassigned') return
    this.stopWaiting()
    this.#isWaiting = true
  }
}

/** Returns the position in words. It promises no waiting time, because none is known. */
export function positionText({ position, accepting_chats }) {
  if (!accepting_chats) return 'Nobody is here right now. Write to us, and we will answer when we are back.'
  if (position === 1) return 'You are next.'
  if (position === 2) return '1 person is before you.'
  // All positions from the last reported one on are reported as the same.
  return position < LAST_POSITION
    ? `${position - 1} people are before you.`
    : `More than ${LAST_POSITION - 2} people are before you.`
}

/** Returns the position for screen readers, which should not announce each step of a long queue. */
export function spokenPositionText(queue) {
  return queue.accepting_chats && queue.position > 1
    ? 'You are in the queue. Others are before you.'
    : positionText(queue)
}

const LAST_POSITION = 1_000
