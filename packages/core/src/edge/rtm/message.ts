import type { JsonBounds } from '../../domain/json-bounds.js'
import type { RtmMessage } from '../edge.js'
import {
  type Answered,
  answeredIn,
  answeredOf,
  type Envelope,
  envelopeOf,
  parseEnvelope,
} from '../protocol/envelope.js'

/** Reads a message within its limits. Throws `validation` when it is malformed. */
export function readMessage(message: RtmMessage, bounds: JsonBounds): Envelope {
  return typeof message === 'string' ? parseEnvelope(message, bounds) : envelopeOf(message.value, bounds)
}

/** Returns what the response to a refused message has to name. */
export function answeredBy(message: RtmMessage): Answered {
  return typeof message === 'string' ? answeredOf(message) : answeredIn(message.value)
}
