import { Type } from 'typebox'
import { byVersion, defineAction } from '../../define.js'
import { boundedString, documented } from '../../limits.js'
import { customerEvent } from '../../objects/event.js'
import { customerEventRequest, customerPlainEventRequest } from '../../objects/event-request.js'
import { id, uuid } from '../../objects/ids.js'
import { nothing } from '../../objects/nothing.js'
import { uploadedFile } from '../../objects/uploaded-file.js'
import * as alike from '../alike.js'
import { everywhere } from './everywhere.js'

const sendEventRequest = <E extends typeof customerEventRequest | typeof customerPlainEventRequest>(
  event: E,
) => Type.Object({ chat_id: id(), event })

export const sendEvent = defineAction({
  ...everywhere,
  ...alike.sendEvent,
  request: byVersion({
    'v0.3': sendEventRequest(customerPlainEventRequest),
    'v0.4': sendEventRequest(customerPlainEventRequest),
    'v0.5': sendEventRequest(customerEventRequest),
  }),
  response: Type.Object({ thread_id: uuid(), event: customerEvent }),
})

export const sendFile = defineAction({
  ...everywhere,
  ...alike.sendFile,
  request: Type.Object(
    {
      chat_id: id(),
      custom_id: Type.Optional(
        boundedString(
          'customIdLength',
          0,
          "The client's own label for the event. The specification requires it, but requests without it are accepted.",
        ),
      ),
      file: uploadedFile,
    },
    documented({ required: ['custom_id'] }),
  ),
})

export const sendRichMessagePostback = defineAction({
  ...everywhere,
  name: 'send_rich_message_postback',
  pushes: ['incoming_rich_message_postback'],
  summary:
    'Toggles the buttons of a rich message that have the given postback id, on or off for the customer. The message must be in the active thread.',
  versions: ['v0.5'],
  request: Type.Object({
    chat_id: id(),
    thread_id: id('Id of the active thread.'),
    event_id: id('Id of the rich message.'),
    postback: Type.Object(
      {
        id: boundedString('customIdLength', 1, 'The `postback_id` of the buttons.'),
        toggled: Type.Boolean({ description: 'Whether to toggle the buttons on (`true`) or off (`false`).' }),
      },
      { description: 'The buttons, and their new state.' },
    ),
  }),
  response: nothing,
})

export const sendSneakPeek = defineAction({
  ...everywhere,
  name: 'send_sneak_peek',
  summary:
    'Shows agents what the customer has typed so far. It is not stored, and it does not start a thread.',
  request: Type.Object({ chat_id: id(), sneak_peek_text: boundedString('eventTextLength') }),
  response: nothing,
})

export const updateLastSeenTimestamp = defineAction({
  ...everywhere,
  ...alike.updateLastSeenTimestamp,
  summary:
    'Marks a chat as seen by the customer up to a given time. The time cannot move backwards or into the future.',
  versions: ['v0.4', 'v0.5'],
})

/** The v0.3 request. It names no chat and applies to every chat with an active thread (decisions §15). */
export const updateLastSeenTimestampOfAllChats = defineAction({
  ...everywhere,
  ...alike.updateLastSeenTimestampOfAllChats,
  summary:
    'Marks every chat that has an active thread as seen by the customer up to a given time. The time cannot move backwards or into the future.',
  versions: ['v0.3'],
})
