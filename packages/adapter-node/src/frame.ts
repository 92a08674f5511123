import type { WireFormat } from '@parley/core/adapter'

const FIN_TEXT = 0x81
const FIN_PONG = 0x8a
const MAX_LENGTH_7 = 125
const MAX_LENGTH_16 = 0xffff
/**
 * Maximum length of a close reason, in bytes. A control frame carries 125 bytes (RFC 6455 §5.5), two of which are the
 * close code.
 */
const MAX_REASON_BYTES = 123

const encoder = new TextEncoder()

/** Format of websockets without extensions. */
export const webSocketFormat: WireFormat = { encode: encodeTextFrame }

/** Returns one unfragmented, unmasked text frame (RFC 6455 §5.2), with header and UTF-8 payload in one buffer. */
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

/** Returns the pong for a ping with this payload, which has at most 125 bytes (RFC 6455 §5.5). */
export function encodePong(payload: Uint8Array): Uint8Array {
  const frame = Buffer.allocUnsafe(2 + payload.length)
  frame[0] = FIN_PONG
  frame[1] = payload.length
  frame.set(payload, 2)
  return frame
}

/** Returns the reason of a close frame, cut to what fits without splitting a character. */
export function encodeCloseReason(reason: string): Buffer {
  const bytes = Buffer.alloc(MAX_REASON_BYTES)
  const { written } = encoder.encodeInto(reason, bytes)
  return bytes.subarray(0, written)
}
