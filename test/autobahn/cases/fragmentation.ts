import type { Case, Chop, Step } from '../case.js'
import { opcodes, type SentFrame } from '../frames.js'
import {
  byClient,
  byServer,
  bytes,
  frame,
  heardPong,
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
function inEachWay(from: number, { does, steps, ...others }: Omit<Case, 'id'>): readonly Case[] {
  return ways.map(([chop, how], index) => ({
    ...{ id: `5.${from + index}`, does: `${does}${how}`, ...others },
    steps: chop === undefined ? steps : steps.map((step) => inChops(step, chop)),
  }))
}

const piece = (opcode: number, payload: string, isFinal: boolean): SentFrame => {
  return { opcode, payload: bytes(payload), isFinal }
}
const begin = (payload: string) => frame(piece(opcodes.text, payload, false))
const goOn = (payload: string, isFinal: boolean) => frame(piece(opcodes.continuation, payload, isFinal))
const stray = 'non-continuation payload'
const whole = text('Hello, world!')

function controlInFragments(id: string, does: string, control: SentFrame): Case {
  const steps = [frame({ ...control, isFinal: false }), goOn(two, true)]
  return { id, does, steps, hears: [], end: failed }
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
    does: 'a text in two fragments',
    steps: [text(one, two)],
    hears: ['answer'],
    end: byClient,
  }),
  ...inEachWay(6, {
    ...{
      does: 'a text in two fragments, a ping between them',
      steps: [text(one, pingFrame(inBetween), two)],
    },
    ...{ hears: [heardPong(inBetween), 'answer'], end: byClient },
  }),
  ...inEachWay(9, {
    ...{
      does: 'a stray final continuation, then a text',
      steps: [goOn(stray, true), whole],
      hears: [],
      end: failed,
    },
  }),
  ...inEachWay(12, {
    ...{
      does: 'a stray continuation, then a text',
      steps: [goOn(stray, false), whole],
      hears: [],
      end: failed,
    },
  }),
  {
    ...{ id: '5.15', does: 'a text in two fragments, a stray continuation, a text' },
    steps: [text(one, two), goOn('fragment3', false), whole],
    ...{ hears: ['answer'], laxHears: [], end: failed },
  },
  {
    ...{ id: '5.16', does: 'twice: a stray continuation, the beginning of a text, its end' },
    steps: twice([goOn(one, false), begin(two), goOn('fragment3', true)]),
    ...{ hears: [], end: failed },
  },
  {
    ...{ id: '5.17', does: 'twice: a stray final continuation, the beginning of a text, its end' },
    steps: twice([goOn(one, true), begin(two), goOn('fragment3', true)]),
    ...{ hears: [], end: failed },
  },
  {
    ...{ id: '5.18', does: 'a text within a text' },
    ...{ steps: [begin(one), frame(piece(opcodes.text, two, true))], hears: [], end: failed },
  },
  {
    ...{ id: '5.19', does: 'a text in five fragments, pings between them' },
    steps: [manyPieces([pingFrame('pongme 1!'), pingFrame('pongme 2!')])],
    ...{ hears: [heardPong('pongme 1!'), heardPong('pongme 2!'), 'answer'], end: byClient },
  },
  {
    ...{ id: '5.20', does: 'a text in five fragments, pings between them, frame by frame' },
    steps: [inChops(manyPieces([pingFrame('pongme 1!'), pingFrame('pongme 2!')]), 'frame')],
    ...{ hears: [heardPong('pongme 1!'), heardPong('pongme 2!'), 'answer'], end: byClient },
  },
]
