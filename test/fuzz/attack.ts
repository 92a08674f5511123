import fc from 'fast-check'

export type ChatApi = 'customer' | 'agent'

interface Intent {
  readonly what: string
  /** The outcomes that are right. Absent: success, or any documented error. */
  readonly expected?: readonly string[]
}

/** Bytes on a connection that speaks HTTP. */
export interface HttpAttack extends Intent {
  readonly via: 'http'
  readonly bytes: Buffer
  readonly isHead?: boolean
  /** The client says that nothing more comes, though the message may not be complete. */
  readonly endsAfter?: boolean
}

/** One frame on a real-time connection: a logged-in one, or a fresh one. */
export interface RtmAttack extends Intent {
  readonly via: 'rtm'
  readonly api: ChatApi
  readonly version: string
  readonly isLoggedIn: boolean
  readonly frame: Buffer
  readonly isBinary: boolean
  /** What the answer must name, where the frame says it readably. */
  readonly requestId?: string
  readonly action?: string
}

export type Attack = HttpAttack | RtmAttack

/** Makes fast-check show the attack in a readable way. */
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
