/** Why Parley closes a real-time connection (decisions §10, RFC 6455 §7.4). */
export const closeCodes = {
  unsupportedData: 1003,
  tooManyMessages: 1008,
  messageTooBig: 1009,
  serviceRestart: 1012,
  loginTimeout: 4001,
  /** After the disconnect push that says why. */
  disconnected: 4003,
  unsupportedVersion: 4004,
  inactivity: 4008,
  slowReader: 4009,
  tokenEnded: 4401,
} as const

export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes]
