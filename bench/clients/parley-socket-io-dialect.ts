import { messageText } from '../targets/target.js'
import type { Dialect, FrameKind } from './dialect.js'
import { parleyDialect } from './parley-dialect.js'
import { clientFrame } from './socket.js'

/** Beginning of a `message` event, before the envelope. */
const eventHead = '42["message",'

/** Envelopes of Parley's real-time API in Socket.IO packets. */
export const parleySocketIoDialect: Dialect = {
  path: (role, { licenseId }) =>
    role === 'agent'
      ? '/agent/v0.4/rtm/sio/?EIO=4&transport=websocket'
      : `/customer/v0.5/rtm/sio/?EIO=4&transport=websocket&license_id=${licenseId}`,
  hello: () => undefined,
  // The client may log in without waiting until it has joined the namespace.
  answerGreeting: (token) => Buffer.concat([clientFrame('40'), eventFrame('login', { token })]),
  sendEvent: (chat_id) =>
    eventFrame('send_event', { chat_id, event: { type: 'message', text: messageText } }),
  ping: clientFrame('3'),
  classify(bytes, from, to, isLoggedIn): FrameKind {
    const kind = bytes.toString('latin1', from, Math.min(to, from + 2))
    if (kind === '42') return parleyDialect.classify(bytes, from + eventHead.length, to, isLoggedIn)
    return kind[0] === '0' ? 'greeting' : kind[0] === '2' ? 'ping' : 'other'
  },
}

function eventFrame(action: string, payload: object): Buffer {
  return clientFrame(`42${JSON.stringify(['message', { request_id: 'request', action, payload }])}`)
}
