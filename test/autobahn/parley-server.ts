import { memoryStorage } from '@parley/storage-memory'
import { parseObject } from '../fuzz/answers.js'
import { createWorld, type World } from '../fuzz/world.js'
import { encodeFrame, opcodes } from './frames.js'
import { Peer, type ServerFrame } from './peer.js'
import type { Sent, Subject } from './subject.js'

export interface ParleyServer {
  readonly subject: Subject
  readonly world: World
}

export const target = '/agent/v0.4/rtm/ws'

const around = [Buffer.from('{"action":"ping","request_id":"'), Buffer.from('"}')] as const
const [before, after] = [
  Buffer.from('{"payload":{"filler":"'),
  Buffer.from('"},"action":"ping","request_id":"whole"}'),
]
/** Close code for a binary message, which Parley does not support (decisions §10). */
const unsupportedData = 1003

/**
 * Starts Parley as the server of the cases. Parley echoes nothing, but its response to a `ping` repeats the
 * `request_id` byte for byte. So a text of a case is sent as the `request_id` of a `ping`, and a message of a given
 * length is a `ping` padded in the middle, which is valid JSON only when both its ends arrive. Texts that are too
 * short, or are sent unchanged, are not valid requests, and an error is the response to them. A binary message ends
 * the connection with 1003, because there are no binary requests.
 */
export async function startParley(): Promise<ParleyServer> {
  const world = await createWorld(memoryStorage())
  const subject: Subject = {
    name: 'Parley',
    open: () => logIn(world),
    around,
    messageOf(byteLength) {
      const fillerLength = byteLength - before.length - after.length
      if (fillerLength < 0) return Buffer.alloc(byteLength, '*')
      return Buffer.concat([before, Buffer.alloc(fillerLength, '*'), after])
    },
    isAnswer,
    binaryCode: unsupportedData,
  }
  return { subject, world }
}

async function logIn({ server, attacked }: World): Promise<Peer> {
  const peer = await Peer.open(server.port, target)
  const login = JSON.stringify({ action: 'login', payload: { token: attacked.agentToken } })
  await peer.write(encodeFrame({ opcode: opcodes.text, payload: Buffer.from(login) }))
  await peer.waitForFrames(1)
  const answer = peer.frames.shift()
  if (answer?.kind !== 'text' || parseObject(answer.payload.toString()).success !== true) {
    throw new Error('the login was not answered')
  }
  return peer
}

function isAnswer(frame: ServerFrame, { bytes }: Sent): boolean {
  if (frame.kind !== 'text') return false
  const { success, action, request_id } = parseObject(frame.payload.toString())
  const request = requestIn(bytes.toString())
  if (request === undefined) return success === false
  return success === true && action === 'ping' && request_id === request
}

/** Returns the `request_id` of a text, or `undefined` when the text is not a request. */
function requestIn(text: string): unknown {
  try {
    return parseObject(text).request_id
  } catch {
    return undefined
  }
}
