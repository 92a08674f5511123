/** The error of a `validation` failure with what is wrong and where. */
export function validation(detail: string) {
  return { type: 'validation', message: `Wrong format of request: ${detail}` }
}

export function authorization(detail: string) {
  return { type: 'authorization', message: `Authorization error: ${detail}` }
}

export const banned = { type: 'customer_banned', message: 'Customer is banned' }
export const authentication = { type: 'authentication', message: 'Authentication error' }
export const unknownChat = validation('payload.chat_id names no chat')
export const notCovered = authorization('no scope of the token covers this chat')
