import type { Chop, End, ExpectedFrame, Piece, Step } from './case.js'
import { closePayload, opcodes, type SentFrame } from './frames.js'

const { text: textOpcode, close, ping, pong } = opcodes

export const pause = { kind: 'pause' } as const

export function text(...pieces: readonly (Piece | string)[]): Step {
  return { kind: 'text', pieces: pieces.map((piece) => (typeof piece === 'string' ? bytes(piece) : piece)) }
}

export function bytes(utf8: string): Buffer {
  return Buffer.from(utf8)
}

/** Returns the bytes of hexadecimal digits, two per byte. Blanks are ignored. */
export function hex(digits: string): Buffer {
  return Buffer.from(digits.replaceAll(' ', ''), 'hex')
}

export function inChops(step: Step, chop: Chop): Step {
  return 'pieces' in step || 'frame' in step || 'bytes' in step ? { ...step, chop } : step
}

export function frame(sent: SentFrame): Step {
  return { kind: 'frame', frame: sent }
}

export function pingFrame(payload: string | Buffer = ''): SentFrame {
  return { opcode: ping, payload: Buffer.from(payload) }
}

export function pongFrame(payload: string | Buffer = ''): SentFrame {
  return { opcode: pong, payload: Buffer.from(payload) }
}

export function textFrame(payload: string, reserved = 0): SentFrame {
  return { opcode: textOpcode, reserved, payload: bytes(payload) }
}

/** Returns a close frame. Without `code` it has neither code nor reason. */
export function closeFrame(code?: number, reason: string | Buffer = ''): SentFrame {
  return { opcode: close, payload: code === undefined ? Buffer.alloc(0) : closePayload(code, reason) }
}

export function expectedPong(payload: string | Buffer = ''): ExpectedFrame {
  return { pong: Buffer.from(payload) }
}

export const byClient: End = { by: 'client' }

export function byServer(...codes: readonly (number | null)[]): End {
  return { by: 'server', codes }
}

/** Close code of a normal closure (RFC 6455 §7.4.1). */
export const normal = 1000
export const protocolError = 1002
export const badUtf8 = 1007
