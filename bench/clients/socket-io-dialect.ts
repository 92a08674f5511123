import { messageText } from '../targets/target.js'
import type { Dialect, FrameKind } from './dialect.js'
import { clientFrame } from './socket.js'

/** Engine.IO 4 packets over a websocket: `0` open, `2` ping, `40` connect, `42` event, `43` acknowledgment. */
export const socketIoDialect: Dialect = {
  path: () => '/socket.io/?EIO=4&transport=websocket',
  hello: () => undefined,
  answerGreeting: (token) => clientFrame(`40${JSON.stringify({ token })}`),
  sendEvent: (chat_id) =>
    clientFrame(
      `420${JSON.stringify(['send_event', { chat_id, event: { type: 'message', text: messageText } }])}`,
    ),
  ping: clientFrame('3'),
  classify(bytes, from, to): FrameKind {
    const kind = bytes.toString('latin1', from, Math.min(to, from + 2))
    if (kind === '42') return 'push'
    if (kind === '43') return 'response'
    if (kind === '40') return 'ready'
    if (kind === '44') throw new Error(`the server refused: ${bytes.toString('utf8', from, to)}`)
    return kind[0] === '0' ? 'greeting' : kind[0] === '2' ? 'ping' : 'other'
  },
}
