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
    'Shows others in the chat that the agent is typing, or has stopped. It is not stored, and opens no thread.',
  scopes: conversationScopes,
  request: Type.Object({ chat_id: id(), recipients: Type.Optional(recipients), is_typing: Type.Boolean() }),
  response: nothing,
})

export const updateLastSeenTimestamp = defineAction({
  ...everywhere,
  ...alike.updateLastSeenTimestamp,
  summary: 'Tells up to when the agent has seen a chat. The time never moves backwards, and never past now.',
  scopes: readScopes,
})

export const uploadImage = defineAction({
  ...everywhere,
  name: 'upload_image',
  summary: 'Keeps an image of at most 10 MB at a public address; an event of type `file` can name it.',
  transports: ['web'],
  scopes: [],
  upload: 'image',
  request: Type.Object({ image: uploadedFile }),
  response: Type.Object({
    url: Type.String({ description: 'Address of the image, for now; what is stored is its `path`.' }),
    path: Type.String({ description: 'Where the image is below {image_cdn_base_url}.' }),
  }),
})
