import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { httpMessage } from '../fuzz/attack.js'
import { type HttpAnswer, parseAnswer } from '../fuzz/http-peer.js'
import { finText, openRawWebSocket, rawFrame } from '../fuzz/raw-websocket.js'
import type { Caller } from './wire.js'

/** Opens a connection to the engine. Errors only end it. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Opens a real-time connection that logs in and then reads nothing. */
export async function openDeafWebSocket(port: number, { root, query, token }: Caller): Promise<Socket> {
  const socket = await openRawWebSocket(port, `${root}/rtm/ws${query}`)
  const login = JSON.stringify({ action: 'login', payload: { token } })
  socket.write(rawFrame({ head: finText, payload: Buffer.from(login) }))
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /"success":true/)
  socket.pause()
  return socket
}

/** Sends the request repeatedly on one connection, as fast as the engine accepts it, and reads no response. */
export async function askWithoutReading(port: number, request: Buffer): Promise<Socket> {
  const socket = await openSocket(port)
  socket.pause()
  const requests = Buffer.concat(Array.from({ length: 200 }, () => request))
  const ask = () => {
    while (!socket.destroyed && socket.write(requests));
  }
  socket.on('drain', ask)
  ask()
  return socket
}

const tricklePeriodMs = 20

/**
 * Sends the body one byte at a time until the connection is closed. Resolves with the response that came before, if
 * any.
 */
export async function trickle(port: number, head: Buffer, body: Buffer): Promise<HttpAnswer | undefined> {
  const socket = await openSocket(port)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write(head)
  let at = 0
  const timer = setInterval(() => {
    socket.write(body.subarray(at, at + 1))
    at += 1
  }, tricklePeriodMs)
  // `once` would reject with the error of a write that comes too late.
  await new Promise((resolve) => socket.on('close', resolve))
  clearInterval(timer)
  return parseAnswer(Buffer.concat(chunks), false)
}

/** Returns the head of an HTTP request whose body is `length` bytes long. */
export function requestHead({ root, query, token }: Caller, action: string, length: number): Buffer {
  return httpMessage('POST', `${root}/action/${action}${query}`, [
    ['Host', 'parley.test'],
    ['Authorization', `Bearer ${token}`],
    ['Content-Length', String(length)],
  ])
}
