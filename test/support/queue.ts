/** What a customer is told whose chat is the next, in a license where nobody accepts chats. */
export const nextInLine = { position: 1, wait_seconds: 0, accepting_chats: false }

/** Of a chat that waits, as reads of that version show it. */
export function queueIn(version: string, queue = nextInLine): { readonly queue?: typeof nextInLine } {
  return version === 'v0.5' ? { queue } : {}
}
