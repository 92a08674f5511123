import type { Case } from '../case.js'
import {
  byClient,
  byServer,
  expectedPong,
  frame,
  hex,
  inChops,
  pingFrame,
  pongFrame,
  protocolError,
} from '../steps.js'

const binary = hex('00 ff fe fd fc fb 00 ff')
const longest = Buffer.alloc(125, 0xfe)
const ten = Array.from({ length: 10 }, (_, index) => `payload-${index}`)

/** 2: pings and pongs. */
export const pings: readonly Case[] = [
  {
    id: '2.1',
    description: 'an empty ping',
    steps: [frame(pingFrame())],
    expects: [expectedPong()],
    end: byClient,
  },
  {
    ...{ id: '2.2', description: 'a ping with text' },
    ...{
      steps: [frame(pingFrame('Hello, world!'))],
      expects: [expectedPong('Hello, world!')],
      end: byClient,
    },
  },
  {
    ...{ id: '2.3', description: 'a ping with binary data' },
    ...{ steps: [frame(pingFrame(binary))], expects: [expectedPong(binary)], end: byClient },
  },
  {
    ...{ id: '2.4', description: 'a ping of 125 bytes' },
    ...{ steps: [frame(pingFrame(longest))], expects: [expectedPong(longest)], end: byClient },
  },
  {
    ...{ id: '2.5', description: 'a ping of 126 bytes' },
    ...{ steps: [frame(pingFrame(Buffer.alloc(126, 0xfe)))], expects: [], end: byServer(protocolError) },
  },
  {
    ...{ id: '2.6', description: 'a ping of 125 bytes, byte by byte' },
    ...{ steps: [inChops(frame(pingFrame(longest)), 1)], expects: [expectedPong(longest)], end: byClient },
  },
  { id: '2.7', description: 'an unsolicited pong', steps: [frame(pongFrame())], expects: [], end: byClient },
  {
    ...{ id: '2.8', description: 'an unsolicited pong with text' },
    ...{ steps: [frame(pongFrame('unsolicited pong payload'))], expects: [], end: byClient },
  },
  {
    ...{ id: '2.9', description: 'an unsolicited pong, then a ping' },
    steps: [frame(pongFrame('unsolicited pong payload')), frame(pingFrame('ping payload'))],
    ...{ expects: [expectedPong('ping payload')], end: byClient },
  },
  {
    ...{ id: '2.10', description: 'ten pings' },
    steps: ten.map((payload) => frame(pingFrame(payload))),
    ...{ expects: ten.map(expectedPong), end: byClient },
  },
  {
    ...{ id: '2.11', description: 'ten pings, byte by byte' },
    steps: ten.map((payload) => inChops(frame(pingFrame(payload)), 1)),
    ...{ expects: ten.map(expectedPong), end: byClient },
  },
]
