import type { JsonBounds } from '../../domain/json-bounds.js'
import type { RtmMessage } from '../edge.js'
import {
  type EchoedFields,
  type Envelope,
  parseEchoedFields,
  parseEnvelope,
  toEchoedFields,
  toEnvelope,
} from '../protocol/envelope.js'

/** Reads a message within its limits. Throws `validation` when it is malformed. */
export function readMessage(message: RtmMessage, bounds: JsonBounds): Envelope {
  return typeof message === 'string' ? parseEnvelope(message, bounds) : toEnvelope(message.value, bounds)
}

/** Returns what the response to a refused message has to name. */
export function readEchoedFields(message: RtmMessage): EchoedFields {
  return typeof message === 'string' ? parseEchoedFields(message) : toEchoedFields(message.value)
}
