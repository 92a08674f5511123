import type { Protocol, World } from '../targets/target.js'
import { parleyDialect } from './parley-dialect.js'
import { parleySocketIoDialect } from './parley-socket-io-dialect.js'
import { socketIoDialect } from './socket-io-dialect.js'

export type Role = 'agent' | 'customer'

/** What a frame is to a load. `greeting` and `ping` want a reply, `ready` ends the login. */
export type FrameKind = 'response' | 'push' | 'greeting' | 'ready' | 'ping' | 'other'

/** How real-time clients talk to a target, as far as a load must know. */
export interface Dialect {
  path(role: Role, world: World): string
  /** Sent when the connection is open; `undefined`: the server speaks first. */
  hello(token: string): Buffer | undefined
  /** Sent on the greeting of a server that speaks first. */
  answerGreeting(token: string): Buffer
  sendEvent(chatId: string): Buffer
  /** Keeps a silent connection alive. */
  readonly ping: Buffer
  classify(bytes: Buffer, from: number, to: number, isLoggedIn: boolean): FrameKind
}

const dialects: Readonly<Record<Protocol, Dialect>> = {
  parley: parleyDialect,
  'parley-socket.io': parleySocketIoDialect,
  'socket.io': socketIoDialect,
}

export function dialectOf(protocol: Protocol): Dialect {
  return dialects[protocol]
}
