import type { OutgoingFrame } from '@parley/core/adapter'

/** The current transport of a connection, for sending. It may change from polling to a websocket. */
export interface Outlet {
  readonly canPause: boolean
  readonly bufferedBytes: number
  readonly flushedBytes: number
  /** Sends a frame as a `message` event. */
  send(frame: OutgoingFrame): void
  /** Sends another packet of Socket.IO. */
  sendPacket(packet: string): void
  pause(): void
  resume(): void
  limitFrames(maxBytes: number): void
  /** Closes after everything queued has been sent. */
  close(): void
  terminate(): void
  /** Called when Engine.IO considers the connection closed. `isOrderly` is `true` when this side has closed it. */
  handleClose(isOrderly: boolean): void
}

/** The connection as its outlet sees it. */
export interface OutletHost {
  receiveBinary(): void
  /** Receives a ping of the websocket. Returns whether to respond to it. */
  receivePing(): boolean
  receivePong(): void
  receiveTooMuch(): void
  /** Called when nothing of the connection is left. */
  handleEnd(): void
}
