import { type TProperties, Type } from 'typebox'
import { boundedString } from '../limits.js'
import {
  annotationContent,
  customContent,
  filledFormContent,
  messageContent,
  richMessageRequestContent,
} from './event-content.js'
import { propertiesRequest } from './properties.js'

const commonFields = {
  custom_id: Type.Optional(boundedString('customIdLength')),
  properties: Type.Optional(propertiesRequest),
}

/** Who may read an event: every member of the chat, or agents only. */
export const recipients = Type.Union([Type.Literal('all'), Type.Literal('agents')])

const agentFields = { ...commonFields, recipients: Type.Optional(recipients) }

/** A customer cannot set `recipients` (decisions §6.7): refused, since ignoring it would show a note to all. */
const customerFields = { ...commonFields, recipients: Type.Optional(Type.Never()) }

function plainEvents<F extends TProperties>(fields: F) {
  return [
    Type.Object({ type: Type.Literal('message'), ...fields, ...messageContent }),
    Type.Object({ type: Type.Literal('annotation'), ...fields, ...annotationContent }),
    Type.Object({ type: Type.Literal('filled_form'), ...fields, ...filledFormContent }),
    Type.Object({ type: Type.Literal('custom'), ...fields, ...customContent }),
  ] as const
}

function richMessage<F extends TProperties>(fields: F) {
  return Type.Object({ type: Type.Literal('rich_message'), ...fields, ...richMessageRequestContent })
}

/** Agent v0.3: no `rich_message`. */
export const agentPlainEventRequest = Type.Union([...plainEvents(agentFields)])
/** Agent v0.4. */
export const agentEventRequest = Type.Union([...plainEvents(agentFields), richMessage(agentFields)])
/** Customer v0.3 and v0.4: no `rich_message`. */
export const customerPlainEventRequest = Type.Union([...plainEvents(customerFields)])
/** Customer v0.5. */
export const customerEventRequest = Type.Union([...plainEvents(customerFields), richMessage(customerFields)])
