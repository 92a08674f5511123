import type { Case, Chop, Step } from '../case.js'
import { closePayload, opcodes, type SentFrame } from '../frames.js'
import {
  byServer,
  bytes,
  frame,
  inChops,
  normal,
  pingFrame,
  protocolError,
  text,
  textFrame,
} from '../steps.js'

const hello = 'Hello, world!'
const failed = byServer(protocolError)

/** Returns a case that sends only the invalid frame. */
function singleFrameCase(id: string, description: string, sent: SentFrame): Case {
  return { id, description, steps: [frame(sent)], expects: [], end: failed }
}

/**
 * Returns a case that sends the invalid frame between a message, which may be answered, and a ping, which must not be.
 */
function caseBetween(id: string, description: string, sent: SentFrame, chop?: Chop): Case {
  const all: readonly Step[] = [text(hello), frame(sent), frame(pingFrame())]
  const steps = chop === undefined ? all : all.map((step) => inChops(step, chop))
  return { id, description, steps, expects: ['answer'], laxExpects: [], end: failed }
}

const reservedBits: readonly Case[] = [
  singleFrameCase('3.1', 'a text with reserved bits 1', textFrame(hello, 1)),
  caseBetween('3.2', 'a text, one with reserved bits 2, a ping', textFrame(hello, 2)),
  caseBetween(
    '3.3',
    'a text, one with reserved bits 3, a ping, frame by frame',
    textFrame(hello, 3),
    'frame',
  ),
  caseBetween('3.4', 'a text, one with reserved bits 4, a ping, byte by byte', textFrame(hello, 4), 1),
  singleFrameCase('3.5', 'a binary message with reserved bits 5', {
    ...{ opcode: opcodes.binary, reserved: 5, payload: Buffer.from([0, 255, 254, 253, 252, 251, 0, 255]) },
  }),
  singleFrameCase('3.6', 'a ping with reserved bits 6', { ...pingFrame(hello), reserved: 6 }),
  singleFrameCase('3.7', 'a close frame with reserved bits 7', {
    ...{ opcode: opcodes.close, reserved: 7, payload: closePayload(normal) },
  }),
]

/** Returns a case for each of five undefined opcodes. The first two are sent alone. */
function unknownOpcodes(group: string, first: number): readonly Case[] {
  const payload = bytes('reserved opcode payload')
  const opcodeName = (index: number) => `opcode ${first + index}`
  return [
    singleFrameCase(`${group}.1`, opcodeName(0), { opcode: first }),
    singleFrameCase(`${group}.2`, `${opcodeName(1)}, with a payload`, { opcode: first + 1, payload }),
    caseBetween(`${group}.3`, `a text, ${opcodeName(2)}, a ping`, { opcode: first + 2 }),
    caseBetween(`${group}.4`, `a text, ${opcodeName(3)} with a payload, a ping`, {
      opcode: first + 3,
      payload,
    }),
    caseBetween(
      `${group}.5`,
      `a text, ${opcodeName(4)} with a payload, a ping, byte by byte`,
      { opcode: first + 4, payload },
      1,
    ),
  ]
}

/** 3: reserved bits, 4: reserved opcodes. */
export const reserved: readonly Case[] = [
  ...reservedBits,
  ...unknownOpcodes('4.1', 3),
  ...unknownOpcodes('4.2', 11),
]
