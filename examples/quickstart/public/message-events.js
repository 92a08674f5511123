/**
 * Returns whether a person or bot wrote an event. System messages report what the engine did, such as a transfer to
 * another agent.
 */
export function isMessage(event) {
  return event.type !== 'system_message'
}

/** Returns the latest `{event, threadOrder}` that a person or bot wrote, or `undefined` when there is none. */
export function newestMessage(entries) {
  return entries.filter(({ event }) => isMessage(event)).reduce(laterOf, undefined)
}

/** Returns whether `a` is later than `b`. Orders of events apply within a thread, orders of threads within a chat. */
export function isLater(a, b) {
  return a.threadOrder === b.threadOrder ? a.event.order > b.event.order : a.threadOrder > b.threadOrder
}

function laterOf(newest, entry) {
  return newest !== undefined && isLater(newest, entry) ? newest : entry
}
