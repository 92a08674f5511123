import type { Socket } from 'node:net'
import type { Caller } from '../faults/wire.js'
import { handshakeOf } from '../fuzz/raw-websocket.js'
import type { Arena } from './arena.js'
import { callFrame } from './bytes.js'

/** How a connection comes to where an attack begins; `undefined`: it did not get there. */
export type Line = (arena: Arena) => Promise<Socket | undefined>

/** How long an attacker waits for an answer before it tries elsewhere. */
const patienceMs = 10_000

export const plain: Line = (arena) => arena.open()

/** A real-time connection before login. */
export function upgraded(target: (arena: Arena) => string): Line {
  return (arena) => opened(arena, handshakeOf(target(arena)))
}

/** A real-time connection that is logged in. */
export function loggedIn(
  callerOf: (arena: Arena) => Caller,
  details: (arena: Arena) => object = () => ({}),
): Line {
  return async (arena) => {
    const caller = callerOf(arena)
    const socket = await opened(arena, handshakeOf(rtmTarget(caller)))
    if (socket === undefined) return undefined
    socket.write(callFrame('login', { token: caller.token, ...details(arena) }))
    return (await firstByte(arena, socket)) ? socket : undefined
  }
}

export function rtmTarget({ root, query }: Caller): string {
  return `${root}/rtm/ws${query}`
}

async function opened(arena: Arena, bytes: Buffer): Promise<Socket | undefined> {
  const socket = await arena.open()
  if (socket === undefined) return undefined
  socket.write(bytes)
  return (await firstByte(arena, socket)) ? socket : undefined
}

/** Whether anything came. What it is does not matter: who is refused is closed. */
async function firstByte(arena: Arena, socket: Socket): Promise<boolean> {
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
