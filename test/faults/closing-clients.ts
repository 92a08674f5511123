import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { httpMessage } from '../fuzz/attack.js'
import { type HttpAnswer, HttpPeer, parseAnswer } from '../fuzz/http-peer.js'
import { finPing, openRawWebSocket, rawFrame } from '../fuzz/raw-websocket.js'
import { askWithoutReading, openDeafWebSocket, openSocket, requestHead } from './slow-clients.js'
import { agentOf, type Tenant } from './tenant.js'
import type { Caller } from './wire.js'

type Open = (port: number, tenant: Tenant) => Promise<Socket>

/** Clients that would keep a server from closing, each by what it does. */
export const stubbornClients: Readonly<Record<string, Open>> = {
  'connects, and says nothing': (port) => openSocket(port),
  'sends no more than half a head': async (port, tenant) =>
    openWith(port, requestHead(agentOf(tenant), 'start_chat', 2).subarray(0, -3)),
  'keeps its connection': async (port, tenant) => {
    const socket = await openWith(port, agentRequest(tenant))
    await once(socket, 'data')
    return socket
  },
  'reads no answer': (port, tenant) => askWithoutReading(port, agentRequest(tenant)),
  'asks on and on without waiting': async (port, tenant) => {
    const socket = await askWithoutReading(port, agentRequest(tenant))
    return socket.resume()
  },
  'asks for another protocol, with half a body': (port, tenant) => openWith(port, upgradeOf(agentOf(tenant))),
  'logs in, and reads nothing': (port, tenant) => openDeafWebSocket(port, agentOf(tenant)),
  'opens a websocket, and does not log in': (port, tenant) => openRawWebSocket(port, pathOf(agentOf(tenant))),
  'asks for a version that does not exist': (port) => openRawWebSocket(port, '/agent/v9/rtm/ws'),
  'pings on and on': async (port, tenant) => {
    const socket = await openRawWebSocket(port, pathOf(agentOf(tenant)))
    const timer = setInterval(() => socket.write(rawFrame({ head: finPing })), pingPeriodMs)
    socket.on('close', () => clearInterval(timer)).resume()
    return socket
  },
}

const pingPeriodMs = 10
const emptyCall = '{"payload":{}}'

function pathOf({ root }: Caller): string {
  return `${root}/rtm/ws`
}

function requestOf(caller: Caller, action: string): Buffer {
  return Buffer.concat([requestHead(caller, action, emptyCall.length), Buffer.from(emptyCall)])
}

function agentRequest(tenant: Tenant): Buffer {
  return requestOf(agentOf(tenant), 'get_filtered_chats')
}

function upgradeOf({ root, token }: Caller): Buffer {
  const headers = [
    ['Host', 'parley.test'],
    ['Connection', 'Upgrade, HTTP2-Settings'],
    ['Upgrade', 'h2c'],
    ['HTTP2-Settings', 'AAMAAABkAAQCAAAAAAIAAAAA'],
    ['Authorization', `Bearer ${token}`],
    ['Content-Length', String(emptyCall.length)],
  ] as const
  return httpMessage('POST', `${root}/action/get_filtered_chats`, headers, emptyCall.slice(0, -1))
}

async function openWith(port: number, bytes: Buffer): Promise<Socket> {
  const socket = await openSocket(port)
  socket.write(bytes)
  return socket
}

/** Sends all of a call but the end of its body; the answer, once the connection is closed. */
export function stallCall(port: number, caller: Caller): Promise<() => Promise<HttpAnswer | undefined>> {
  return stall(port, requestOf(caller, 'update_customer').subarray(0, -1))
}

/** The same at the authorization service. */
export function stallTokenRequest(port: number): Promise<() => Promise<HttpAnswer | undefined>> {
  const headers = [
    ['Host', 'parley.test'],
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['Content-Length', '100'],
  ] as const
  return stall(port, httpMessage('POST', '/auth/token', headers, 'grant_type='))
}

async function stall(port: number, bytes: Buffer): Promise<() => Promise<HttpAnswer | undefined>> {
  const socket = await openWith(port, bytes)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  const closed = new Promise((resolve) => socket.on('close', resolve))
  return async () => {
    await closed
    return parseAnswer(Buffer.concat(chunks), false)
  }
}

/** Slow enough for the rate of a customer, and quick enough to ask at every moment of closing. */
const askPeriodMs = 60

export interface Asked {
  /** Of the answers, in their order. */
  readonly statuses: readonly number[]
  /** Whether at last a connection was kept, and then ended without an answer. */
  readonly isCut: boolean
}

/**
 * A customer who asks again and again, on one connection for as long as the server keeps it, until nobody answers any
 * more.
 */
export async function askUntilGone(port: number, caller: Caller): Promise<Asked> {
  const peer = new HttpPeer(port)
  const request = requestOf(caller, 'get_chats_summary')
  const statuses: number[] = []
  for (let isKept = false; ; await delay(askPeriodMs)) {
    const answer = await peer.exchange(request).catch(() => undefined)
    // On a new connection it says nothing: the system may have made it just before the server went.
    if (answer === undefined) return { statuses, isCut: isKept }
    statuses.push(answer.status)
    isKept = answer.headers.get('connection') !== 'close'
  }
}
