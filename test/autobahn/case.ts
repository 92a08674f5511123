import type { SentFrame } from './frames.js'

/**
 * Number of bytes per write to the socket, or `frame` to write one frame at a time. Each write is on its way before
 * the next one begins.
 */
export type Chop = number | 'frame'

/** A fragment of a message, another frame between fragments, or a pause. */
export type Piece = Buffer | SentFrame | Pause

/** A pause in which the server gets time to end the connection. */
export interface Pause {
  readonly kind: 'pause'
}

/** One step of the client in a case. */
export type Step =
  | { readonly kind: 'frame'; readonly frame: SentFrame; readonly chop?: Chop }
  /** Sends a text whose fragments are in order. A single fragment is sent as one frame. */
  | { readonly kind: 'text'; readonly pieces: readonly Piece[]; readonly chop?: Chop }
  /** Sends a text unchanged, without the envelope that the server's own protocol requires. */
  | { readonly kind: 'bare'; readonly fragments: readonly Buffer[] }
  /** Sends a text in one frame, with a pause between its parts. */
  | { readonly kind: 'halting'; readonly parts: readonly Buffer[] }
  /** Sends a message of a given number of bytes. `fragmentBytes` is the size of each of its frames. */
  | {
      readonly kind: 'sized'
      readonly type: 'text' | 'binary'
      readonly bytes: number
      readonly fragmentBytes?: number
      readonly chop?: Chop
    }
  /** Waits until everything that was sent has been answered. */
  | { readonly kind: 'answered' }
  | Pause

/** A response to the next message that the client sent, or a pong with the given payload. */
export type ExpectedFrame = 'answer' | { readonly pong: Buffer }

/** The way in which a connection has to end. */
export type End =
  /** The client closes the connection, and the server replies with a close frame. */
  | { readonly by: 'client' }
  /** The server closes the connection with one of these codes. `null` stands for a close frame without a code. */
  | { readonly by: 'server'; readonly codes: readonly (number | null)[] }
  /** Either side closes the connection. */
  | { readonly by: 'anybody' }

/** One case of the Autobahn testsuite for servers, with its number there. */
export interface Case {
  readonly id: string
  readonly description: string
  readonly steps: readonly Step[]
  /** Responses and pongs that the client has to receive, in order. */
  readonly expects: readonly ExpectedFrame[]
  /** Responses and pongs that the client may receive instead. They count as not strict, but not as a failure. */
  readonly laxExpects?: readonly ExpectedFrame[]
  readonly end: End
  /**
   * Set when the server should end the connection before everything is sent. Ending it later counts as not strict, but
   * not as a failure.
   */
  readonly failsFast?: true
}
