import { type TProperties, Type } from 'typebox'
import { spec } from '../spec.js'
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
import { uuid } from './ids.js'
import { properties } from './properties.js'
import { unixSeconds } from './time.js'

const commonFields = {
  id: uuid('Id of the event.'),
  order: Type.Integer({
    minimum: 1,
    description: 'Number of the event within its thread: 1, 2, 3 … Sort events by it.',
  }),
  timestamp: unixSeconds('When it was sent, in Unix seconds.'),
  custom_id: Type.Optional(Type.String()),
  properties: Type.Optional(properties),
}

function eventOf<T extends string, Fields extends TProperties>(type: T, fields: Fields) {
  return Type.Object({ type: Type.Literal(type), ...fields }, spec(`chat.md "Events", ${type}`))
}

function eventObject<Extra extends TProperties>(extra: Extra) {
  const authored = { ...commonFields, ...extra, author_id: Type.String() }
  return Type.Union([
    eventOf('message', { ...authored, ...messageContent }),
    eventOf('system_message', { ...commonFields, ...extra, ...systemMessageContent }),
    eventOf('annotation', { ...authored, ...annotationContent }),
    eventOf('filled_form', { ...authored, ...filledFormContent }),
    eventOf('file', { ...authored, ...fileContent }),
    eventOf('custom', { ...authored, ...customContent }),
    eventOf('rich_message', { ...authored, ...richMessageContent }),
  ])
}

export const customerEvent = eventObject({})
/** An event of the Agent API, which also has `recipients`. */
export const agentEvent = eventObject({ recipients })
