import fc from 'fast-check'

export type ChatApi = 'customer' | 'agent'

interface Intent {
  readonly what: string
  /** Expected outcomes. Default: success, or any documented error. */
  readonly expected?: readonly string[]
}

/** Bytes that are sent over an HTTP connection. */
export interface HttpAttack extends Intent {
  readonly via: 'http'
  readonly bytes: Buffer
  readonly isHead?: boolean
  /** Whether the client ends its side of the connection after the bytes, even if the message is incomplete. */
  readonly endsAfter?: boolean
}

/** One frame on a real-time connection, which is new or logged in. */
export interface RtmAttack extends Intent {
  readonly via: 'rtm'
  readonly api: ChatApi
  readonly version: string
  readonly isLoggedIn: boolean
  readonly frame: Buffer
  readonly isBinary: boolean
  /** The request id that the response must have, when the frame contains a readable one. */
  readonly requestId?: string
  readonly action?: string
}

export type Attack = HttpAttack | RtmAttack

/** Returns the attack with a readable form for reports of fast-check. */
export function named<A extends Attack>(attack: A): A {
  return { ...attack, [fc.toStringMethod]: () => `${attack.via} ${attack.what}` }
}

export function httpMessage(
  method: string,
  target: string,
  headers: readonly (readonly [name: string, value: string])[],
  body: Buffer | string = '',
): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}\r\n`, 'latin1'),
    Buffer.from(body),
  ])
}
