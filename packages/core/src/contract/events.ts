import { Type } from 'typebox'
import * as alikeActions from './alike-actions.js'
import * as alikePushes from './alike-pushes.js'
import { byVersion, defineAction, definePush } from './define.js'
import {
  agentEveryVersion,
  agentEverywhere,
  conversationScopes,
  customerEveryVersion,
  customerEverywhere,
  readScopes,
} from './every-version.js'
import { boundedString, documented } from './limits.js'
import { agentEvent, customerEvent } from './objects/event.js'
import {
  agentEventRequest,
  agentPlainEventRequest,
  customerEventRequest,
  customerPlainEventRequest,
  recipients,
} from './objects/event-request.js'
import { id, uuid } from './objects/ids.js'
import { nothing } from './objects/nothing.js'
import { unixSeconds } from './objects/time.js'
import { uploadedFile } from './objects/uploaded-file.js'
import { spec } from './spec.js'

export const agentSendEvent = defineAction({
  ...agentEverywhere,
  ...alikeActions.sendEvent,
  scopes: conversationScopes,
  request: byVersion({
    'v0.3': Type.Object({ chat_id: id(), event: agentPlainEventRequest }),
    'v0.4': Type.Object({ chat_id: id(), event: agentEventRequest }),
  }),
  response: Type.Object({ thread_id: uuid(), event: agentEvent }),
})

export const agentSendFile = defineAction({
  ...agentEverywhere,
  ...alikeActions.sendFile,
  summary: `${alikeActions.sendFile.summary} An addition of ours: in the specification agents send images alone.`,
  spec: 'decisions §16.31',
  versions: ['v0.4'],
  scopes: conversationScopes,
  request: Type.Object({
    chat_id: id(),
    custom_id: Type.Optional(boundedString('customIdLength')),
    recipients: Type.Optional(recipients),
    file: uploadedFile,
  }),
})

export const sendTypingIndicator = defineAction({
  ...agentEverywhere,
  name: 'send_typing_indicator',
  summary:
    'Shows other users in the chat that the agent is typing or has stopped. It is not stored, and it does not start a thread.',
  scopes: conversationScopes,
  request: Type.Object({ chat_id: id(), recipients: Type.Optional(recipients), is_typing: Type.Boolean() }),
  response: nothing,
})

export const agentUpdateLastSeenTimestamp = defineAction({
  ...agentEverywhere,
  ...alikeActions.updateLastSeenTimestamp,
  summary:
    'Marks a chat as seen by the agent up to a given time. The time cannot move backwards or into the future.',
  scopes: readScopes,
})

export const uploadImage = defineAction({
  ...agentEverywhere,
  name: 'upload_image',
  summary: 'Stores an image of at most 10 MB at a public address.',
  transports: ['web'],
  scopes: [],
  upload: 'image',
  request: Type.Object({ image: uploadedFile }),
  response: Type.Object({
    url: Type.String({
      description: 'Current address of the image. It can change, because only `path` is stored.',
    }),
    path: Type.String({ description: 'Path of the image below {image_cdn_base_url}.' }),
  }),
})

const sendEventRequest = <E extends typeof customerEventRequest | typeof customerPlainEventRequest>(
  event: E,
) => Type.Object({ chat_id: id(), event })

export const customerSendEvent = defineAction({
  ...customerEverywhere,
  ...alikeActions.sendEvent,
  request: byVersion({
    'v0.3': sendEventRequest(customerPlainEventRequest),
    'v0.4': sendEventRequest(customerPlainEventRequest),
    'v0.5': sendEventRequest(customerEventRequest),
  }),
  response: Type.Object({ thread_id: uuid(), event: customerEvent }),
})

export const customerSendFile = defineAction({
  ...customerEverywhere,
  ...alikeActions.sendFile,
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
  ...customerEverywhere,
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
  ...customerEverywhere,
  name: 'send_sneak_peek',
  summary:
    'Shows agents what the customer has typed so far. It is not stored, and it does not start a thread.',
  request: Type.Object({ chat_id: id(), sneak_peek_text: boundedString('eventTextLength') }),
  response: nothing,
})

export const customerUpdateLastSeenTimestamp = defineAction({
  ...customerEverywhere,
  ...alikeActions.updateLastSeenTimestamp,
  summary:
    'Marks a chat as seen by the customer up to a given time. The time cannot move backwards or into the future.',
  versions: ['v0.4', 'v0.5'],
})

/** The action in v0.3, which names no chat and applies to every chat with an active thread (decisions §15). */
export const customerUpdateLastSeenTimestampOfAllChats = defineAction({
  ...customerEverywhere,
  ...alikeActions.updateLastSeenTimestampOfAllChats,
  summary:
    'Marks every chat that has an active thread as seen by the customer up to a given time. The time cannot move backwards or into the future.',
  versions: ['v0.3'],
})

export const agentIncomingEvent = definePush({
  ...agentEveryVersion,
  name: 'incoming_event',
  summary:
    'An event was added to a chat. Events that start a thread are pushed within `incoming_chat_thread` instead.',
  payload: Type.Object({ chat_id: uuid(), event: agentEvent }),
})

export const agentIncomingTypingIndicator = definePush({
  ...agentEveryVersion,
  name: 'incoming_typing_indicator',
  summary: 'A user in a chat is typing or has stopped. It is pushed to everyone except that user.',
  payload: Type.Object({
    chat_id: uuid(),
    typing_indicator: Type.Object(
      {
        author_id: Type.String(),
        timestamp: unixSeconds('When it was sent, in Unix seconds.'),
        recipients,
        is_typing: Type.Boolean(spec('decisions §15')),
      },
      spec('chat.md "Other objects", typing indicator'),
    ),
  }),
})

export const incomingSneakPeek = definePush({
  ...agentEveryVersion,
  name: 'incoming_sneak_peek',
  summary: 'A customer is typing. Contains the text that they have typed so far.',
  payload: Type.Object({
    chat_id: uuid(),
    sneak_peek: Type.Object(
      {
        author_id: uuid(),
        timestamp: unixSeconds('When it was sent, in Unix seconds.'),
        text: Type.String({ description: 'Current content of the input field.' }),
        recipients,
      },
      spec('chat.md "Other objects", sneak peek'),
    ),
  }),
})

export const agentLastSeenTimestampUpdated = definePush({
  ...agentEveryVersion,
  ...alikePushes.lastSeenTimestampUpdated,
})

export const customerIncomingEvent = definePush({
  ...customerEveryVersion,
  name: 'incoming_event',
  summary:
    'An event was added to a chat. Events that start a thread are pushed within `incoming_chat_thread` instead.',
  payload: Type.Object({ chat_id: uuid(), thread_id: uuid(), event: customerEvent }),
})

/** Exists only in the Customer API. Agents read `user_ids` of the buttons instead (decisions §6.20). */
export const incomingRichMessagePostback = definePush({
  ...customerEveryVersion,
  versions: ['v0.5'],
  name: 'incoming_rich_message_postback',
  summary: 'A user toggled buttons of a rich message on or off.',
  payload: Type.Object({
    user_id: uuid('Id of the user who toggled the buttons.'),
    chat_id: uuid(),
    thread_id: uuid(),
    event_id: uuid('Id of the rich message.'),
    postback: Type.Object(
      {
        id: Type.String({ description: 'The `postback_id` of the buttons.' }),
        toggled: Type.Boolean({
          description: 'Whether the buttons are now on (`true`) or off (`false`) for the user.',
        }),
      },
      { description: 'The buttons, and their new state.' },
    ),
  }),
})

export const customerIncomingTypingIndicator = definePush({
  ...customerEveryVersion,
  name: 'incoming_typing_indicator',
  summary: 'A user in a chat is typing or has stopped. It is pushed to everyone except that user.',
  payload: Type.Object({
    chat_id: uuid(),
    typing_indicator: Type.Object(
      {
        author_id: Type.String(),
        timestamp: unixSeconds('When it was sent, in Unix seconds.'),
        is_typing: Type.Boolean(),
      },
      spec('chat.md "Other objects", typing indicator'),
    ),
  }),
})

export const customerLastSeenTimestampUpdated = definePush({
  ...customerEveryVersion,
  ...alikePushes.lastSeenTimestampUpdated,
})
