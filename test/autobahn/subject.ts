import type { Peer, Told } from './peer.js'

/** A message as it was sent. */
export interface Sent {
  readonly type: 'text' | 'binary'
  readonly bytes: Buffer
}

/** A server that the cases are played against, and how it shows that it has got a message. */
export interface Subject {
  readonly name: string
  open(): Promise<Peer>
  /** Bytes before and after a text that the server needs to answer it. */
  readonly around: readonly [before: Buffer, after: Buffer]
  /** A message of exactly so many bytes. */
  messageOf(byteLength: number): Buffer
  /** Whether that is the answer to a message that came whole and unchanged. */
  isAnswer(told: Told, sent: Sent): boolean
  /** The code that ends the connection when a whole binary message has come; `null`: it is answered. */
  readonly binaryCode: number | null
}
