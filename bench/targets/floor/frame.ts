/** Returns a server's text frame of at most 64 KiB (RFC 6455 §5.2). */
export function encodeFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const header = length < 126 ? 2 : 4
  const frame = Buffer.allocUnsafe(header + length)
  frame[0] = 0x81
  if (header === 2) {
    frame[1] = length
  } else {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  }
  frame.write(text, header)
  return frame
}
