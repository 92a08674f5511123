import type { SentFrame } from './frames.js'

/** Bytes of one write to the socket; `frame`: those of a frame. What is written is on its way before the next write begins. */
export type Chop = number | 'frame'

/** Frames of a message, with others in between where the case says so. */
export type Piece = Buffer | SentFrame | Pause

/** The server may end the connection here, and is given the time for it. */
export interface Pause {
  readonly kind: 'pause'
}

/** Next step of the client. */
export type Step =
  | { readonly kind: 'frame'; readonly frame: SentFrame; readonly chop?: Chop }
  /** A text, its fragments in their order: one of them is one frame. */
  | { readonly kind: 'text'; readonly pieces: readonly Piece[]; readonly chop?: Chop }
  /** A text that is sent as it is, whatever the server's own protocol has texts look like. */
  | { readonly kind: 'bare'; readonly fragments: readonly Buffer[] }
  /** A text in one frame, with a pause between its parts. */
  | { readonly kind: 'halting'; readonly parts: readonly Buffer[] }
  /** A message of so many bytes; `fragmentBytes`: of each of its frames. */
  | {
      readonly kind: 'sized'
      readonly type: 'text' | 'binary'
      readonly bytes: number
      readonly fragmentBytes?: number
      readonly chop?: Chop
    }
  /** All that was sent is answered before what follows is sent. */
  | { readonly kind: 'answered' }
  | Pause

/** An answer to the next of the messages that were sent, or a pong with that payload. */
export type Heard = 'answer' | { readonly pong: Buffer }

/** How the connection ends. */
export type End =
  /** The client closes it, and the server answers that. */
  | { readonly by: 'client' }
  /** The server does, with one of these codes; `null`: with none. */
  | { readonly by: 'server'; readonly codes: readonly (number | null)[] }
  /** However it likes. */
  | { readonly by: 'anybody' }

/** One case of the Autobahn testsuite for servers, with its number there. */
export interface Case {
  readonly id: string
  readonly does: string
  readonly steps: readonly Step[]
  /** Messages that the client receives, in this order. */
  readonly hears: readonly Heard[]
  /** It may hear this instead, which is not strict, but no failure. */
  readonly laxHears?: readonly Heard[]
  readonly end: End
  /** The server ends the connection before all is sent; that it does so later is not strict, but no failure. */
  readonly failsFast?: true
}
