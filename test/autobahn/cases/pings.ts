import type { Case } from '../case.js'
import {
  byClient,
  byServer,
  frame,
  heardPong,
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
  { id: '2.1', does: 'an empty ping', steps: [frame(pingFrame())], hears: [heardPong()], end: byClient },
  {
    ...{ id: '2.2', does: 'a ping with text' },
    ...{ steps: [frame(pingFrame('Hello, world!'))], hears: [heardPong('Hello, world!')], end: byClient },
  },
  {
    ...{ id: '2.3', does: 'a ping with binary data' },
    ...{ steps: [frame(pingFrame(binary))], hears: [heardPong(binary)], end: byClient },
  },
  {
    ...{ id: '2.4', does: 'a ping of 125 bytes' },
    ...{ steps: [frame(pingFrame(longest))], hears: [heardPong(longest)], end: byClient },
  },
  {
    ...{ id: '2.5', does: 'a ping of 126 bytes' },
    ...{ steps: [frame(pingFrame(Buffer.alloc(126, 0xfe)))], hears: [], end: byServer(protocolError) },
  },
  {
    ...{ id: '2.6', does: 'a ping of 125 bytes, byte by byte' },
    ...{ steps: [inChops(frame(pingFrame(longest)), 1)], hears: [heardPong(longest)], end: byClient },
  },
  { id: '2.7', does: 'an unsolicited pong', steps: [frame(pongFrame())], hears: [], end: byClient },
  {
    ...{ id: '2.8', does: 'an unsolicited pong with text' },
    ...{ steps: [frame(pongFrame('unsolicited pong payload'))], hears: [], end: byClient },
  },
  {
    ...{ id: '2.9', does: 'an unsolicited pong, then a ping' },
    steps: [frame(pongFrame('unsolicited pong payload')), frame(pingFrame('ping payload'))],
    ...{ hears: [heardPong('ping payload')], end: byClient },
  },
  {
    ...{ id: '2.10', does: 'ten pings' },
    steps: ten.map((payload) => frame(pingFrame(payload))),
    ...{ hears: ten.map(heardPong), end: byClient },
  },
  {
    ...{ id: '2.11', does: 'ten pings, byte by byte' },
    steps: ten.map((payload) => inChops(frame(pingFrame(payload)), 1)),
    ...{ hears: ten.map(heardPong), end: byClient },
  },
]
