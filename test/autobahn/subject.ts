import type { Peer, ServerFrame } from './peer.js'

/** A message that the client sent. */
export interface Sent {
  readonly type: 'text' | 'binary'
  readonly bytes: Buffer
}

/** A server that the cases are played against, and how it shows that it received a message. */
export interface Subject {
  readonly name: string
  open(): Promise<Peer>
  /** Bytes that are put before and after a text so that the server answers it. */
  readonly around: readonly [before: Buffer, after: Buffer]
  /** Returns a message of exactly `byteLength` bytes. */
  messageOf(byteLength: number): Buffer
  /** Returns whether `frame` is the response to a message that arrived whole and unchanged. */
  isAnswer(frame: ServerFrame, sent: Sent): boolean
  /**
   * Close code with which the server ends the connection after a binary message. `null` when it answers binary
   * messages.
   */
  readonly binaryCode: number | null
}
