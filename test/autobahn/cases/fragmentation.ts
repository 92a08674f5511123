import type { Case, Chop, Step } from '../case.js'
import { opcodes, type SentFrame } from '../frames.js'
import {
  byClient,
  byServer,
  bytes,
  expectedPong,
  frame,
  inChops,
  pingFrame,
  pongFrame,
  protocolError,
  text,
} from '../steps.js'

const failed = byServer(protocolError)
const [one, two] = ['fragment1', 'fragment2'] as const
const inBetween = 'ping payload'

/** The three ways in which the Autobahn testsuite writes the same frames. */
const ways: readonly (readonly [chop: Chop | undefined, how: string])[] = [
  [undefined, ''],
  ['frame', ', frame by frame'],
  [1, ', byte by byte'],
]

/** Returns the case once for each way of writing, numbered from `from`. */
function inEachWay(from: number, { description, steps, ...others }: Omit<Case, 'id'>): readonly Case[] {
  return ways.map(([chop, how], index) => ({
    ...{ id: `5.${from + index}`, description: `${description}${how}`, ...others },
    steps: chop === undefined ? steps : steps.map((step) => inChops(step, chop)),
  }))
}

const piece = (opcode: number, payload: string, isFinal: boolean): SentFrame => {
  return { opcode, payload: bytes(payload), isFinal }
}
const begin = (payload: string) => frame(piece(opcodes.text, payload, false))
const continuation = (payload: string, isFinal: boolean) =>
  frame(piece(opcodes.continuation, payload, isFinal))
const stray = 'non-continuation payload'
const whole = text('Hello, world!')

function controlInFragments(id: string, description: string, control: SentFrame): Case {
  const steps = [frame({ ...control, isFinal: false }), continuation(two, true)]
  return { id, description, steps, expects: [], end: failed }
}

function twice(steps: readonly Step[]): readonly Step[] {
  return [...steps, ...steps]
}

const manyPieces = (pings: readonly [SentFrame, SentFrame]) =>
  text('fragment1', 'fragment2', pings[0], 'fragment3', 'fragment4', pings[1], 'fragment5')

/** 5: fragments. */
export const fragmentation: readonly Case[] = [
  controlInFragments('5.1', 'a ping in two fragments', pingFrame(one)),
  controlInFragments('5.2', 'a pong in two fragments', pongFrame(one)),
  ...inEachWay(3, {
    description: 'a text in two fragments',
    steps: [text(one, two)],
    expects: ['answer'],
    end: byClient,
  }),
  ...inEachWay(6, {
    ...{
      description: 'a text in two fragments, a ping between them',
      steps: [text(one, pingFrame(inBetween), two)],
    },
    ...{ expects: [expectedPong(inBetween), 'answer'], end: byClient },
  }),
  ...inEachWay(9, {
    ...{
      description: 'a stray final continuation, then a text',
      steps: [continuation(stray, true), whole],
      expects: [],
      end: failed,
    },
  }),
  ...inEachWay(12, {
    ...{
      description: 'a stray continuation, then a text',
      steps: [continuation(stray, false), whole],
      expects: [],
      end: failed,
    },
  }),
  {
    ...{ id: '5.15', description: 'a text in two fragments, a stray continuation, a text' },
    steps: [text(one, two), continuation('fragment3', false), whole],
    ...{ expects: ['answer'], laxExpects: [], end: failed },
  },
  {
    ...{ id: '5.16', description: 'twice: a stray continuation, the beginning of a text, its end' },
    steps: twice([continuation(one, false), begin(two), continuation('fragment3', true)]),
    ...{ expects: [], end: failed },
  },
  {
    ...{ id: '5.17', description: 'twice: a stray final continuation, the beginning of a text, its end' },
    steps: twice([continuation(one, true), begin(two), continuation('fragment3', true)]),
    ...{ expects: [], end: failed },
  },
  {
    ...{ id: '5.18', description: 'a text within a text' },
    ...{ steps: [begin(one), frame(piece(opcodes.text, two, true))], expects: [], end: failed },
  },
  {
    ...{ id: '5.19', description: 'a text in five fragments, pings between them' },
    steps: [manyPieces([pingFrame('pongme 1!'), pingFrame('pongme 2!')])],
    ...{ expects: [expectedPong('pongme 1!'), expectedPong('pongme 2!'), 'answer'], end: byClient },
  },
  {
    ...{ id: '5.20', description: 'a text in five fragments, pings between them, frame by frame' },
    steps: [inChops(manyPieces([pingFrame('pongme 1!'), pingFrame('pongme 2!')]), 'frame')],
    ...{ expects: [expectedPong('pongme 1!'), expectedPong('pongme 2!'), 'answer'], end: byClient },
  },
]
