import { apis, type ChatApi, type DisconnectReason } from '../../contract/apis.js'
import type { ParleyError } from '../../errors.js'
import type { OutgoingFrame } from '../../ports/rtm-connection.js'
import { TextFrame } from '../../push/text-frame.js'
import type { Answered } from '../protocol/envelope.js'

/** `{request_id?, action, type: response, success: true, payload?}` (spec chat.md "Transports and envelopes"). */
export function responseFrame({ requestId, olderId, action }: Answered, payload: unknown): OutgoingFrame {
  return new TextFrame(
    JSON.stringify({ request_id: requestId, id: olderId, action, type: 'response', success: true, payload }),
  )
}

/** The same with `success: false` and the error (decisions §2). */
export function failureFrame({ requestId, olderId, action }: Answered, error: ParleyError): OutgoingFrame {
  const payload = { error: error.toWire() }
  return new TextFrame(
    JSON.stringify({ request_id: requestId, id: olderId, action, type: 'response', success: false, payload }),
  )
}

export function disconnectFrame(api: ChatApi, reason: DisconnectReason): OutgoingFrame {
  const action = apis[api].disconnect.push.name
  return new TextFrame(JSON.stringify({ action, type: 'push', payload: { reason } }))
}
