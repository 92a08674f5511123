import type { Case, Step } from '../case.js'
import { closePayload, opcodes } from '../frames.js'
import {
  badUtf8,
  byServer,
  bytes,
  closeFrame,
  frame,
  hex,
  normal,
  pingFrame,
  protocolError,
  text,
} from '../steps.js'

const whole = text('Hello, world!')
const close = frame(closeFrame(normal))
const closed = byServer(normal)
const failed = byServer(protocolError)
const maxReasonBytes = 123

const order: readonly Case[] = [
  {
    ...{ id: '7.1.1', description: 'a text, then a close frame' },
    ...{ steps: [whole, close], expects: ['answer'], laxExpects: [], end: closed },
  },
  { id: '7.1.2', description: 'two close frames', steps: [close, close], expects: [], end: closed },
  {
    id: '7.1.3',
    description: 'a ping after the close frame',
    steps: [close, frame(pingFrame())],
    expects: [],
    end: closed,
  },
  {
    id: '7.1.4',
    description: 'a text after the close frame',
    steps: [close, whole],
    expects: [],
    end: closed,
  },
  {
    ...{ id: '7.1.5', description: 'a close frame between two fragments' },
    steps: [
      frame({ opcode: opcodes.text, isFinal: false, payload: bytes('fragment1') }),
      close,
      frame({ opcode: opcodes.continuation, payload: bytes('fragment2') }),
    ],
    ...{ expects: [], end: closed },
  },
  {
    ...{ id: '7.1.6', description: 'a long text, a close frame, a ping' },
    steps: [{ kind: 'sized', type: 'text', bytes: 262_144 }, close, frame(pingFrame())],
    ...{ expects: ['answer'], laxExpects: [], end: { by: 'anybody' } },
  },
]

const closing = (payload: Buffer): readonly Step[] => [frame({ opcode: opcodes.close, payload })]

const payloads: readonly Case[] = [
  {
    id: '7.3.1',
    description: 'no code',
    steps: closing(Buffer.alloc(0)),
    expects: [],
    end: byServer(null, normal),
  },
  { id: '7.3.2', description: 'half a code', steps: closing(hex('03')), expects: [], end: failed },
  { id: '7.3.3', description: 'a code', steps: closing(closePayload(normal)), expects: [], end: closed },
  {
    id: '7.3.4',
    description: 'a code and a reason',
    steps: closing(closePayload(normal, 'Hello World!')),
    expects: [],
    end: closed,
  },
  {
    ...{ id: '7.3.5', description: 'a code and the longest reason' },
    ...{ steps: closing(closePayload(normal, '*'.repeat(maxReasonBytes))), expects: [], end: closed },
  },
  {
    ...{ id: '7.3.6', description: 'a code and a longer reason' },
    ...{ steps: closing(closePayload(normal, '*'.repeat(maxReasonBytes + 1))), expects: [], end: failed },
  },
  {
    ...{ id: '7.5.1', description: 'a reason that is not UTF-8' },
    steps: closing(closePayload(normal, hex('cebae1bdb9cf83cebcceb5eda080656469746564'))),
    ...{ expects: [], end: byServer(badUtf8) },
  },
]

const validCodes = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999]
const invalidCodes = [0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999]
/** Close codes that the RFC does not define. */
const strangeCodes = [5000, 65_535]

const codes: readonly Case[] = [
  ...validCodes.map((code, index): Case => {
    const steps = closing(closePayload(code))
    return {
      id: `7.7.${index + 1}`,
      description: `code ${code}`,
      steps,
      expects: [],
      end: byServer(code, normal),
    }
  }),
  ...invalidCodes.map((code, index): Case => {
    return {
      id: `7.9.${index + 1}`,
      description: `code ${code}`,
      steps: closing(closePayload(code)),
      expects: [],
      end: failed,
    }
  }),
  ...strangeCodes.map((code, index): Case => {
    const steps = closing(closePayload(code))
    return {
      id: `7.13.${index + 1}`,
      description: `code ${code}`,
      steps,
      expects: [],
      end: { by: 'anybody' },
    }
  }),
]

/** 7: how connections close. */
export const closings: readonly Case[] = [...order, ...payloads, ...codes]
