import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Arena } from './arena.js'
import type { Attack } from './attack.js'
import { type Line, plain } from './lines.js'

/** What is sent next; it may differ each time. */
export type Source = (arena: Arena) => () => Buffer

/** The same bytes every time. */
export function always(bytesOf: (arena: Arena) => Buffer): Source {
  return (arena) => {
    const bytes = bytesOf(arena)
    return () => bytes
  }
}

/** Written together, so that small requests are not held up by the attacker's own system calls. */
const batchSize = 20
const retryMs = 50

/** Sends as fast as the engine takes it, and throws away what comes back. */
export function flood(line: Line, source: Source): Attack {
  return repeatedly(line, (arena, socket) => pour(arena, socket.resume(), source(arena)))
}

/** The same, but reads nothing. */
export function deafFlood(line: Line, source: Source): Attack {
  return repeatedly(line, async (arena, socket) => {
    await pour(arena, socket.pause(), source(arena))
    await arena.untilClosed(socket)
  })
}

const sipMs = 100

/** The same, but reads a little now and then. */
export function sippingFlood(line: Line, source: Source): Attack {
  return repeatedly(line, async (arena, socket) => {
    socket.pause().on('data', () => socket.pause())
    const sipping = setInterval(() => socket.resume(), sipMs)
    await pour(arena, socket, source(arena))
    clearInterval(sipping)
  })
}

/** Sends a byte at a time, and then starts anew on the same connection. `periodMs` 0: as fast as it goes. */
export function drip(line: Line, source: Source, periodMs: number): Attack {
  return repeatedly(line, async (arena, socket) => {
    socket.setNoDelay(true).resume()
    const next = source(arena)
    while (!arena.isOver && !socket.destroyed) {
      arena.attempts += 1
      await dripOnce(arena, socket, next(), periodMs)
    }
  })
}

async function dripOnce(arena: Arena, socket: Socket, bytes: Buffer, periodMs: number): Promise<void> {
  for (let at = 0; at < bytes.length && !arena.isOver && !socket.destroyed; at += 1) {
    const isTaken = socket.write(bytes.subarray(at, at + 1))
    if (periodMs > 0) await arena.pause(periodMs)
    else if (isTaken) await nextTurn()
    else await arena.untilDrained(socket)
  }
}

/** Connects, sends that and keeps the connection; once it is closed, another one. */
export function hold(line: Line, bytesOf: (arena: Arena) => Buffer): Attack {
  return repeatedly(line, async (arena, socket) => {
    socket.resume().write(bytesOf(arena))
    await arena.untilClosed(socket)
  })
}

/** The same, but reads nothing. */
export function deafHold(line: Line, bytesOf: (arena: Arena) => Buffer): Attack {
  return repeatedly(line, async (arena, socket) => {
    socket.pause().write(bytesOf(arena))
    await arena.untilClosed(socket)
  })
}

/** Connects, sends that and closes at once, again and again. */
export function storm(bytesOf: (arena: Arena) => Buffer, isReset: boolean): Attack {
  return async (arena) => {
    const bytes = bytesOf(arena)
    while (!arena.isOver) {
      const socket = await plain(arena)
      if (socket === undefined) {
        await arena.pause(retryMs)
        continue
      }
      await new Promise((resolve) => socket.write(bytes, resolve))
      if (isReset) socket.resetAndDestroy()
      else socket.destroy()
    }
  }
}

/** Goes through the whole line, a login for example, and closes. */
export function comeAndGo(line: Line): Attack {
  return repeatedly(line, async (_arena, socket) => {
    socket.destroy()
  })
}

function repeatedly(line: Line, attack: (arena: Arena, socket: Socket) => Promise<void>): Attack {
  return async (arena) => {
    while (!arena.isOver) {
      const socket = await line(arena)
      if (socket === undefined) await arena.pause(retryMs)
      else await attack(arena, socket)
    }
  }
}

async function pour(arena: Arena, socket: Socket, next: () => Buffer): Promise<void> {
  while (!arena.isOver && !socket.destroyed) {
    const batch = Array.from({ length: batchSize }, next)
    arena.attempts += batch.length
    const isTaken = socket.write(Buffer.concat(batch))
    if (isTaken) await nextTurn()
    else await arena.untilDrained(socket)
  }
}
