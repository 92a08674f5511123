import type { OutgoingFrame } from '@parley/core/ports'

/** What the transport that a connection has at the moment can do; it may change from polling to a websocket. */
export interface Outlet {
  readonly canPause: boolean
  readonly bufferedBytes: number
  readonly takenBytes: number
  /** A `message` event. */
  send(frame: OutgoingFrame): void
  /** Another packet of Socket.IO. */
  sendPacket(packet: string): void
  pause(): void
  resume(): void
  limitFrames(maxBytes: number): void
  /** Once all that is queued is gone. */
  close(): void
  terminate(): void
  /** Engine.IO counts the connection as over; `isOrderly`: because we have closed it. */
  over(isOrderly: boolean): void
}

/** The connection, as its outlet sees it. */
export interface OutletHost {
  receiveBinary(): void
  /** A control frame of the websocket; whether to answer it. */
  receivePing(): boolean
  receivePong(): void
  receiveTooMuch(): void
  /** Nothing of it is left. */
  gone(): void
}
