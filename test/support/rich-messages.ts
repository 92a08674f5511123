import assert from 'node:assert/strict'
import { startChat } from './conversations.js'
import { listAt, textAt } from './json.js'
import type { Person } from './world.js'

/** Two buttons of one postback, in different elements, one of another, and one of none. */
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
  /** The request of a postback to them. */
  readonly postback: (id: string, toggled: boolean) => object
}

/** A chat of the customer in which that person has sent the rich message. */
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

/** Of each button of a rich message, as it was read: who toggled it. */
export function toggledBy(event: unknown): readonly (readonly unknown[])[] {
  return listAt(event, 'elements').flatMap((element) => {
    assert.ok(typeof element === 'object' && element !== null)
    const buttons = 'buttons' in element ? listAt(element, 'buttons') : []
    return buttons.map((button) => listAt(button, 'user_ids'))
  })
}
