import { Type } from 'typebox'
import { byVersion, defineAction } from '../../define.js'
import { boundedString } from '../../limits.js'
import { agentEvent } from '../../objects/event.js'
import { agentEventRequest, agentPlainEventRequest, recipients } from '../../objects/event-request.js'
import { id, uuid } from '../../objects/ids.js'
import { nothing } from '../../objects/nothing.js'
import { uploadedFile } from '../../objects/uploaded-file.js'
import * as alike from '../alike.js'
import { everywhere } from './everywhere.js'
import { conversationScopes, readScopes } from './scopes.js'

export const sendEvent = defineAction({
  ...everywhere,
  ...alike.sendEvent,
  scopes: conversationScopes,
  request: byVersion({
    'v0.3': Type.Object({ chat_id: id(), event: agentPlainEventRequest }),
    'v0.4': Type.Object({ chat_id: id(), event: agentEventRequest }),
  }),
  response: Type.Object({ thread_id: uuid(), event: agentEvent }),
})

export const sendFile = defineAction({
  ...everywhere,
  ...alike.sendFile,
  summary: `${alike.sendFile.summary} An addition of ours: in the specification agents send images alone.`,
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
  ...everywhere,
  name: 'send_typing_indicator',
  summary:
    'Shows other users in the chat that the agent is typing or has stopped. It is not stored, and it does not start a thread.',
  scopes: conversationScopes,
  request: Type.Object({ chat_id: id(), recipients: Type.Optional(recipients), is_typing: Type.Boolean() }),
  response: nothing,
})

export const updateLastSeenTimestamp = defineAction({
  ...everywhere,
  ...alike.updateLastSeenTimestamp,
  summary:
    'Marks a chat as seen by the agent up to a given time. The time cannot move backwards or into the future.',
  scopes: readScopes,
})

export const uploadImage = defineAction({
  ...everywhere,
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
