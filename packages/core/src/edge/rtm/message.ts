import type { JsonBounds } from '../../domain/json-bounds.js'
import type { RtmMessage } from '../edge.js'
import {
  type EchoedFields,
  type Envelope,
  echoedFieldsIn,
  echoedFieldsOf,
  envelopeOf,
  parseEnvelope,
} from '../protocol/envelope.js'

/** Reads a message within its limits. Throws `validation` when it is malformed. */
export function readMessage(message: RtmMessage, bounds: JsonBounds): Envelope {
  return typeof message === 'string' ? parseEnvelope(message, bounds) : envelopeOf(message.value, bounds)
}

/** Returns what the response to a refused message has to name. */
export function echoedFieldsOfMessage(message: RtmMessage): EchoedFields {
  return typeof message === 'string' ? echoedFieldsOf(message) : echoedFieldsIn(message.value)
}
