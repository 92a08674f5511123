import { type Estate, words } from './estate.js'

/** The largest input that a caller can send in one request. */
export interface Text {
  readonly bytes: number
  bring(estate: Estate, index: number): Promise<unknown>
}

const long = words('word', 16_000)
const values = words('word', 4_000)

/** Every kind of text in events, properties and profiles, with nearly the maximum length. */
export const texts: Readonly<Record<string, Text>> = {
  'a message': {
    bytes: long.length,
    bring: ({ customer, chatId }) =>
      customer.sendEvent({ chat_id: chatId, event: { type: 'message', text: long } }),
  },
  'properties of an event': {
    bytes: values.length,
    bring: ({ customer, chatId }) => {
      const properties = { test: { tokenized_string_property: values } }
      return customer.sendEvent({ chat_id: chatId, event: { type: 'message', text: 'x', properties } })
    },
  },
  'properties of a chat': {
    bytes: values.length,
    bring: ({ agent, chatId }, index) =>
      agent.updateChatProperties({
        chat_id: chatId,
        properties: { test: { tokenized_string_property: `${index} ${values}` } },
      }),
  },
  'a profile': {
    bytes: 8_000,
    bring: ({ customer }, index) => {
      const fields = Object.fromEntries(
        [0, 1, 2, 3, 4, 5, 6, 7].map((at) => [`field ${at}`, `${index}`.padEnd(1_000, 'x')]),
      )
      return customer.updateCustomer({ fields })
    },
  },
  'a chat with all that it may begin with': {
    bytes: 14 * long.length,
    bring: ({ agent }) => {
      const events = Array.from({ length: 14 }, () => ({ type: 'message' as const, text: long }))
      return agent.startChat({ chat: { thread: { events } } })
    },
  },
}
