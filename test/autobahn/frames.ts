/** Opcodes of frames (RFC 6455 §5.2). */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** A valid or invalid frame that the client sends. */
export interface SentFrame {
  readonly opcode: number
  /** Whether this is the last frame of its message. Default: `true`. */
  readonly isFinal?: boolean
  /** Value of the three reserved bits, 0 to 7. */
  readonly reserved?: number
  readonly payload?: Buffer
}

/** A frame that the server sent. */
export interface GotFrame {
  readonly head: number
  readonly opcode: number
  readonly isFinal: boolean
  readonly isMasked: boolean
  readonly payload: Buffer
}

/** A masking key whose bytes are all nonzero, so that masking changes every byte. */
const maskingKey = [0x37, 0xfa, 0x21, 0x3d] as const
const maskBit = 0x80

export function encodeFrame({ opcode, isFinal = true, reserved = 0, payload }: SentFrame): Buffer {
  const bytes = payload ?? Buffer.alloc(0)
  const head = (isFinal ? 0x80 : 0) | (reserved << 4) | opcode
  const masked = bytes.map((byte, at) => byte ^ (maskingKey[at & 3] ?? 0))
  return Buffer.concat([Buffer.from([head]), lengthOf(bytes.length), Buffer.from(maskingKey), masked])
}

function lengthOf(length: number): Buffer {
  if (length <= 125) return Buffer.from([maskBit | length])
  const isShort = length <= 0xffff
  const field = Buffer.alloc(isShort ? 3 : 9)
  field[0] = maskBit | (isShort ? 126 : 127)
  field.writeUIntBE(length, isShort ? 1 : 5, isShort ? 2 : 4)
  return field
}

/** Returns the first frame in the bytes and the bytes after it, or `undefined` when the frame is not complete. */
export function decodeFrame(bytes: Buffer): { readonly frame: GotFrame; readonly rest: Buffer } | undefined {
  const [head = 0, second = 0] = bytes
  const short = second & 0x7f
  const from = short === 126 ? 4 : short === 127 ? 10 : 2
  if (bytes.length < from) return undefined
  const length =
    short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
  if (bytes.length < from + length) return undefined
  const frame = {
    ...{ head, opcode: head & 0x0f, isFinal: (head & 0x80) !== 0, isMasked: (second & maskBit) !== 0 },
    payload: bytes.subarray(from, from + length),
  }
  return { frame, rest: bytes.subarray(from + length) }
}

export function closePayload(code: number, reason: Buffer | string = ''): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(code)
  return Buffer.concat([bytes, Buffer.from(reason)])
}
