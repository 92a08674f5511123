/** Whether a person or a bot said this. A system message tells what the engine did, such as giving a chat to another agent. */
export function isSaid(event) {
  return event.type !== 'system_message'
}

/** The newest that somebody said, of `{event, threadOrder}`; `undefined` where nobody said anything. */
export function newestSaid(entries) {
  return entries.filter(({ event }) => isSaid(event)).reduce(laterOf, undefined)
}

/** Orders of events count within a thread, and those of threads within a chat. */
export function isLater(a, b) {
  return a.threadOrder === b.threadOrder ? a.event.order > b.event.order : a.threadOrder > b.threadOrder
}

function laterOf(newest, entry) {
  return newest !== undefined && isLater(newest, entry) ? newest : entry
}
