import { messageText } from '../targets/target.js'
import type { Dialect, FrameKind } from './dialect.js'
import { clientFrame } from './socket.js'

const typeKey = Buffer.from('"type":"')
const successKey = 'response","success":'
const codeOf = (letter: string) => letter.charCodeAt(0)
const [a, p, r, t] = [codeOf('a'), codeOf('p'), codeOf('r'), codeOf('t')]

/** Envelopes of Parley's real-time API, which the floor servers also speak. */
export const parleyDialect: Dialect = {
  path: (role, { licenseId }) =>
    role === 'agent' ? '/agent/v0.4/rtm/ws' : `/customer/v0.5/rtm/ws?license_id=${licenseId}`,
  hello: (token) => requestFrame('login', { token }),
  answerGreeting: () => Buffer.alloc(0),
  sendEvent: (chat_id) =>
    requestFrame('send_event', { chat_id, event: { type: 'message', text: messageText } }),
  ping: requestFrame('ping', undefined),
  classify(bytes, from, to, isLoggedIn): FrameKind {
    // A push begins with `{"action":`, a response with `{"request_id":`.
    if (bytes[from + 2] === a) return 'push'
    const at = bytes.indexOf(typeKey, from) + typeKey.length
    if (bytes[at] === p) return 'push'
    if (bytes[at] !== r || bytes[at + successKey.length] !== t) {
      throw new Error(`the server refused: ${bytes.toString('utf8', from, Math.min(to, from + 400))}`)
    }
    return isLoggedIn ? 'response' : 'ready'
  },
}

function requestFrame(action: string, payload: object | undefined): Buffer {
  return clientFrame(JSON.stringify({ request_id: 'request', action, payload }))
}
