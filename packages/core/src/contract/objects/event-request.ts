import { type TProperties, Type } from 'typebox'
import { boundedString } from '../limits.js'
import { refusing } from '../refused.js'
import { spec } from '../spec.js'
import {
  annotationContent,
  customContent,
  fileRequestContent,
  filledFormContent,
  messageContent,
  richMessageRequestContent,
} from './event-content.js'
import { propertiesRequest } from './properties.js'

const commonFields = {
  custom_id: Type.Optional(boundedString('customIdLength')),
  properties: Type.Optional(propertiesRequest),
}

/** Recipients of an event: every member of the chat, or only agents. */
export const recipients = Type.Union([Type.Literal('all'), Type.Literal('agents')])

const agentFields = { ...commonFields, recipients: Type.Optional(recipients) }

function agentEvent<T extends string, C extends TProperties>(type: T, content: C) {
  return Type.Object(
    { type: Type.Literal(type), ...agentFields, ...content },
    spec(`chat.md "Events", ${type}`),
  )
}

/**
 * A customer event. Customers cannot set `recipients` (decisions §6.7), because ignoring it would show an internal note
 * to everyone.
 */
function customerEvent<T extends string, C extends TProperties>(type: T, content: C) {
  return refusing(
    Type.Object({ type: Type.Literal(type), ...commonFields, ...content }, spec(`chat.md "Events", ${type}`)),
    'recipients',
  )
}

const agentPlainEvents = [
  agentEvent('message', messageContent),
  agentEvent('annotation', annotationContent),
  agentEvent('filled_form', filledFormContent),
  agentEvent('custom', customContent),
  agentEvent('file', fileRequestContent),
] as const

const customerPlainEvents = [
  customerEvent('message', messageContent),
  customerEvent('annotation', annotationContent),
  customerEvent('filled_form', filledFormContent),
  customerEvent('custom', customContent),
] as const

/** Events that agents may send in v0.3, which has no `rich_message`. */
export const agentPlainEventRequest = Type.Union([...agentPlainEvents])
/** Events that agents may send in v0.4. */
export const agentEventRequest = Type.Union([
  ...agentPlainEvents,
  agentEvent('rich_message', richMessageRequestContent),
])
/** Events that customers may send in v0.3 and v0.4, which have no `rich_message`. */
export const customerPlainEventRequest = Type.Union([...customerPlainEvents])
/** Events that customers may send in v0.5. */
export const customerEventRequest = Type.Union([
  ...customerPlainEvents,
  customerEvent('rich_message', richMessageRequestContent),
])
