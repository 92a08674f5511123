import type { Protocol, World } from '../targets/target.js'
import { parleyDialect } from './parley-dialect.js'
import { parleySocketIoDialect } from './parley-socket-io-dialect.js'
import { socketIoDialect } from './socket-io-dialect.js'

export type Role = 'agent' | 'customer'

/** How a load treats a frame. It replies to `greeting` and `ping`, and `ready` ends the login. */
export type FrameKind = 'response' | 'push' | 'greeting' | 'ready' | 'ping' | 'other'

/** The parts of a target's real-time protocol that a load uses. */
export interface Dialect {
  path(role: Role, world: World): string
  /** Returns the frame to send when the connection opens, or `undefined` when the server sends first. */
  hello(token: string): Buffer | undefined
  /** Returns the reply to the greeting of a server that sends first. */
  answerGreeting(token: string): Buffer
  sendEvent(chatId: string): Buffer
  /** Frame that keeps a silent connection open. */
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
