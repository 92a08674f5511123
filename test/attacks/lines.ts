import type { Socket } from 'node:net'
import type { Caller } from '../faults/wire.js'
import { handshakeOf } from '../fuzz/raw-websocket.js'
import type { Arena } from './arena.js'
import { callFrame } from './bytes.js'

/**
 * A function that opens a connection and brings it to the state in which an attack begins, such as logged in. It
 * resolves with `undefined` when that fails.
 */
export type Connect = (arena: Arena) => Promise<Socket | undefined>

/** Maximum time in ms that an attacker waits for a response before it opens another connection. */
const patienceMs = 10_000

export const plain: Connect = (arena) => arena.open()

/** Opens RTM connections that have not logged in. */
export function upgraded(target: (arena: Arena) => string): Connect {
  return (arena) => opened(arena, handshakeOf(target(arena)))
}

/** Opens RTM connections that have logged in. */
export function loggedIn(
  callerOf: (arena: Arena) => Caller,
  details: (arena: Arena) => object = () => ({}),
): Connect {
  return async (arena) => {
    const caller = callerOf(arena)
    const socket = await opened(arena, handshakeOf(rtmTarget(caller)))
    if (socket === undefined) return undefined
    socket.write(callFrame('login', { token: caller.token, ...details(arena) }))
    return (await waitForFirstByte(arena, socket)) ? socket : undefined
  }
}

export function rtmTarget({ root, query }: Caller): string {
  return `${root}/rtm/ws${query}`
}

async function opened(arena: Arena, bytes: Buffer): Promise<Socket | undefined> {
  const socket = await arena.open()
  if (socket === undefined) return undefined
  socket.write(bytes)
  return (await waitForFirstByte(arena, socket)) ? socket : undefined
}

/**
 * Returns whether the engine sent any byte. Its content does not matter, because the engine closes a connection that
 * it refuses.
 */
async function waitForFirstByte(arena: Arena, socket: Socket): Promise<boolean> {
  let hasCome = false
  const timer = setTimeout(() => socket.destroy(), patienceMs)
  await new Promise<void>((resolve) => {
    socket.on('close', resolve).once('data', () => {
      hasCome = true
      resolve()
    })
  })
  clearTimeout(timer)
  return hasCome && !arena.isOver
}
