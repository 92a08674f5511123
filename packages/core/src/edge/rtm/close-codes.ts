import type { CloseCode } from '../../contract/close-codes.js'

/** Names of the close codes. What each means to a client is in `contract/close-codes.ts`. */
export const closeCodes = {
  unsupportedData: 1003,
  tooManyMessages: 1008,
  messageTooBig: 1009,
  serviceRestart: 1012,
  loginTimeout: 4001,
  /** Follows the disconnect push, which gives the reason. */
  disconnected: 4003,
  unsupportedVersion: 4004,
  inactivity: 4008,
  slowReader: 4009,
  tokenEnded: 4401,
} as const satisfies Readonly<Record<string, CloseCode>>
