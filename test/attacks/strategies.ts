import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Arena } from './arena.js'
import type { Attack } from './attack.js'
import { type Connect, plain } from './lines.js'

/** A function that returns the bytes to send next. They may differ each time. */
export type Source = (arena: Arena) => () => Buffer

/** Returns a source that sends the same bytes each time. */
export function always(bytesOf: (arena: Arena) => Buffer): Source {
  return (arena) => {
    const bytes = bytesOf(arena)
    return () => bytes
  }
}

/** Number of requests in one write, so that small requests are not slowed down by the attacker's own system calls. */
const batchSize = 20
const retryMs = 50

/** Sends as fast as the engine accepts data, and discards the responses. */
export function flood(line: Connect, source: Source): Attack {
  return repeatedly(line, (arena, socket) => pour(arena, socket.resume(), source(arena)))
}

/** Sends as fast as the engine accepts data, and never reads the responses. */
export function deafFlood(line: Connect, source: Source): Attack {
  return repeatedly(line, async (arena, socket) => {
    await pour(arena, socket.pause(), source(arena))
    await arena.untilClosed(socket)
  })
}

const sipMs = 100

/** Sends as fast as the engine accepts data, and reads a small part of the responses from time to time. */
export function sippingFlood(line: Connect, source: Source): Attack {
  return repeatedly(line, async (arena, socket) => {
    socket.pause().on('data', () => socket.pause())
    const sipping = setInterval(() => socket.resume(), sipMs)
    await pour(arena, socket, source(arena))
    clearInterval(sipping)
  })
}

/**
 * Sends one byte every `periodMs`, and starts over on the same connection after the last byte. 0 sends as fast as
 * possible.
 */
export function drip(line: Connect, source: Source, periodMs: number): Attack {
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

/** Connects, sends the bytes and keeps the connection open. When it is closed, opens another one. */
export function hold(line: Connect, bytesOf: (arena: Arena) => Buffer): Attack {
  return repeatedly(line, async (arena, socket) => {
    socket.resume().write(bytesOf(arena))
    await arena.untilClosed(socket)
  })
}

/**
 * Connects, sends the bytes and keeps the connection open without reading from it. When it is closed, opens another
 * one.
 */
export function deafHold(line: Connect, bytesOf: (arena: Arena) => Buffer): Attack {
  return repeatedly(line, async (arena, socket) => {
    socket.pause().write(bytesOf(arena))
    await arena.untilClosed(socket)
  })
}

/** Connects, sends the bytes and closes immediately, again and again. */
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

/** Brings a connection to the state that `line` describes, such as logged in, and closes it, again and again. */
export function comeAndGo(line: Connect): Attack {
  return repeatedly(line, async (_arena, socket) => {
    socket.destroy()
  })
}

function repeatedly(line: Connect, attack: (arena: Arena, socket: Socket) => Promise<void>): Attack {
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
