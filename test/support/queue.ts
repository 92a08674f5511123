/** The queue information of the customer whose chat is next, in a license where no agent accepts chats. */
export const nextInLine = { position: 1, wait_seconds: 0, accepting_chats: false }

/** Returns the queue field of a waiting chat, as reads of that version show it. */
export function readQueue(version: string, queue = nextInLine): { readonly queue?: typeof nextInLine } {
  return version === 'v0.5' ? { queue } : {}
}
