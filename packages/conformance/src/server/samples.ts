import { Some, someNumber } from './json.js'

export const hello = { type: 'message', text: 'Hello' } as const

/** Queue data of the only waiting thread, while no agent accepts chats. */
export const someQueue = { position: 1, wait_seconds: someNumber, accepting_chats: false }

export const someUser = new Some(
  'a user',
  (value) => typeof value === 'object' && value !== null && 'type' in value,
)
