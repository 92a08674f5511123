import { type Known, validationData } from './validation-data.js'

/** Returns a complete `validation` error. Its data is derived from the text and from `known`. */
export function validation(detail: string, known?: Known) {
  return { type: 'validation', message: validationMessage(detail), data: validationData(detail, known) }
}

/** Returns the message of a `validation` error, or its beginning. */
export function validationMessage(detail: string): string {
  return `Wrong format of request: ${detail}`
}

export function authorization(detail: string) {
  return { type: 'authorization', message: `Authorization error: ${detail}` }
}

export const banned = { type: 'customer_banned', message: 'Customer is banned' }
export const authentication = { type: 'authentication', message: 'Authentication error' }
export const unknownChat = validation('payload.chat_id does not match any chat')
export const notCovered = authorization('no scope of the token covers this chat')
