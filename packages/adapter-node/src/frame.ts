import type { WireFormat } from '@parley/core/ports'

const FIN_TEXT = 0x81
const FIN_PONG = 0x8a
const MAX_LENGTH_7 = 125
const MAX_LENGTH_16 = 0xffff
/** A control frame carries 125 bytes (RFC 6455 §5.5), two of which are the close code. */
const MAX_REASON_BYTES = 123

const encoder = new TextEncoder()

/** Of all websockets without extensions. */
export const webSocketFormat: WireFormat = { encode: encodeTextFrame }

/** One unfragmented, unmasked text frame (RFC 6455 §5.2): header and UTF-8 payload in one buffer. */
export function encodeTextFrame(text: string): Uint8Array {
  const length = Buffer.byteLength(text)
  const headerLength = length <= MAX_LENGTH_7 ? 2 : length <= MAX_LENGTH_16 ? 4 : 10
  const frame = Buffer.allocUnsafe(headerLength + length)
  frame[0] = FIN_TEXT
  if (headerLength === 2) {
    frame[1] = length
  } else if (headerLength === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, headerLength)
  return frame
}

/** The answer to a ping, with what that carried: 125 bytes at most (RFC 6455 §5.5). */
export function encodePong(payload: Uint8Array): Uint8Array {
  const frame = Buffer.allocUnsafe(2 + payload.length)
  frame[0] = FIN_PONG
  frame[1] = payload.length
  frame.set(payload, 2)
  return frame
}

/** The reason of a close frame, cut to what fits, never within a character. */
export function encodeCloseReason(reason: string): Buffer {
  const bytes = Buffer.alloc(MAX_REASON_BYTES)
  const { written } = encoder.encodeInto(reason, bytes)
  return bytes.subarray(0, written)
}
