import assert from 'node:assert/strict'
import { startChat } from './conversations.js'
import { listAt, textAt } from './json.js'
import type { Person } from './world.js'

/**
 * A rich message with two buttons of one postback in different elements, one button of another postback, and one
 * without a postback.
 */
export const cards = {
  type: 'rich_message',
  template_id: 'cards',
  elements: [
    {
      title: 'Lunch?',
      buttons: [
        { text: 'Yes', postback_id: 'yes' },
        { text: 'No', postback_id: 'no' },
      ],
    },
    { buttons: [{ text: 'Of course', postback_id: 'yes' }, { text: 'Say nothing' }] },
  ],
}

export interface Cards {
  readonly chatId: string
  readonly threadId: string
  readonly eventId: string
  /** Returns the request that sends a postback to the message. */
  readonly postback: (id: string, toggled: boolean) => object
}

/** Creates a chat of the customer in which the person has sent the rich message. */
export async function sendCards(
  customer: Person,
  sender: Person = customer,
  event: object = cards,
): Promise<Cards> {
  const { chatId, threadId } = await startChat(customer)
  const sent = await sender.web().succeed('send_event', { chat_id: chatId, event })
  const eventId = textAt(sent, 'event.id')
  const place = { chat_id: chatId, thread_id: threadId, event_id: eventId }
  return {
    ...{ chatId, threadId, eventId },
    postback: (id, toggled) => ({ ...place, postback: { id, toggled } }),
  }
}

/** Returns the users who toggled each button of a rich message. */
export function toggledBy(event: unknown): readonly (readonly unknown[])[] {
  return listAt(event, 'elements').flatMap((element) => {
    assert.ok(typeof element === 'object' && element !== null)
    const buttons = 'buttons' in element ? listAt(element, 'buttons') : []
    return buttons.map((button) => listAt(button, 'user_ids'))
  })
}
