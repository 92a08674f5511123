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

/** What a message asks for, within its bounds; `validation` with what is wrong. */
export function readMessage(message: RtmMessage, bounds: JsonBounds): Envelope {
  return typeof message === 'string' ? parseEnvelope(message, bounds) : envelopeOf(message.value, bounds)
}

/** What to answer a message with that is refused. */
export function answeredBy(message: RtmMessage): Answered {
  return typeof message === 'string' ? answeredOf(message) : answeredIn(message.value)
}
