import { apis, type ChatApi, type DisconnectReason } from '../../contract/apis.js'
import type { ParleyError } from '../../errors.js'
import type { OutgoingFrame } from '../../ports/rtm-connection.js'
import { TextFrame } from '../../push/text-frame.js'
import type { RtmMessage } from '../edge.js'
import { type EchoedFields, parseEchoedFields, toEchoedFields } from '../protocol/envelope.js'

/**
 * Returns a response frame: `{request_id?, action, type: response, success: true, payload?}` (spec chat.md "Transports
 * and envelopes").
 */
export function responseFrame({ requestId, olderId, action }: EchoedFields, payload: unknown): OutgoingFrame {
  return new TextFrame(
    JSON.stringify({ request_id: requestId, id: olderId, action, type: 'response', success: true, payload }),
  )
}

/** Returns a failure frame: a response with `success: false` and the error (decisions §2). */
export function failureFrame(
  { requestId, olderId, action }: EchoedFields,
  error: ParleyError,
): OutgoingFrame {
  const payload = { error: error.toWire() }
  return new TextFrame(
    JSON.stringify({ request_id: requestId, id: olderId, action, type: 'response', success: false, payload }),
  )
}

/** Returns what the response to a refused message has to name. */
export function readEchoedFields(message: RtmMessage): EchoedFields {
  return typeof message === 'string' ? parseEchoedFields(message) : toEchoedFields(message.value)
}

/** Returns the disconnect push with its reason. */
export function disconnectFrame(api: ChatApi, reason: DisconnectReason): OutgoingFrame {
  const action = apis[api].disconnect.push.name
  return new TextFrame(JSON.stringify({ action, type: 'push', payload: { reason } }))
}
