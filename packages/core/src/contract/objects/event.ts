import { type TProperties, Type } from 'typebox'
import {
  annotationContent,
  customContent,
  fileContent,
  filledFormContent,
  messageContent,
  richMessageContent,
  systemMessageContent,
} from './event-content.js'
import { recipients } from './event-request.js'
import { properties } from './properties.js'

const commonFields = {
  id: Type.String({ description: 'Id of the event.' }),
  order: Type.Integer({ minimum: 1, description: 'Place of the event in its thread: 1, 2, 3 … Sort by it.' }),
  timestamp: Type.Integer({ description: 'When it was sent, in Unix seconds.' }),
  custom_id: Type.Optional(Type.String()),
  properties: Type.Optional(properties),
}

function eventObject<Extra extends TProperties>(extra: Extra) {
  const authored = { ...commonFields, ...extra, author_id: Type.String() }
  return Type.Union([
    Type.Object({ type: Type.Literal('message'), ...authored, ...messageContent }),
    Type.Object({ type: Type.Literal('system_message'), ...commonFields, ...extra, ...systemMessageContent }),
    Type.Object({ type: Type.Literal('annotation'), ...authored, ...annotationContent }),
    Type.Object({ type: Type.Literal('filled_form'), ...authored, ...filledFormContent }),
    Type.Object({ type: Type.Literal('file'), ...authored, ...fileContent }),
    Type.Object({ type: Type.Literal('custom'), ...authored, ...customContent }),
    Type.Object({ type: Type.Literal('rich_message'), ...authored, ...richMessageContent }),
  ])
}

export const customerEvent = eventObject({})
/** In the Agent API every event also has `recipients`. */
export const agentEvent = eventObject({ recipients })
