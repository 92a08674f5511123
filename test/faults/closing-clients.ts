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

/** Clients that would keep a server from closing, by what they do. */
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

/**
 * Sends a request without the end of its body. The returned function resolves with the response once the connection is
 * closed.
 */
export function stallCall(port: number, caller: Caller): Promise<() => Promise<HttpAnswer | undefined>> {
  return stallRequest(port, requestOf(caller, 'update_customer').subarray(0, -1))
}

/** Sends a token request without the end of its body to the authorization service. */
export function stallTokenRequest(port: number): Promise<() => Promise<HttpAnswer | undefined>> {
  const headers = [
    ['Host', 'parley.test'],
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['Content-Length', '100'],
  ] as const
  return stallRequest(port, httpMessage('POST', '/auth/token', headers, 'grant_type='))
}

async function stallRequest(port: number, bytes: Buffer): Promise<() => Promise<HttpAnswer | undefined>> {
  const socket = await openWith(port, bytes)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  const closed = new Promise((resolve) => socket.on('close', resolve))
  return async () => {
    await closed
    return parseAnswer(Buffer.concat(chunks), false)
  }
}

/**
 * Pause between two requests: within the rate limit of a customer, and short enough to meet every moment of closing.
 */
const pollPeriodMs = 60

export interface PollingResult {
  /** Statuses of the responses, in order. */
  readonly statuses: readonly number[]
  /** Whether the last connection was kept alive and then ended without a response. */
  readonly isCut: boolean
}

/**
 * Sends requests as a customer, one after the other, until the server no longer responds. Reuses a connection for as
 * long as the server keeps it open.
 */
export async function pollUntilGone(port: number, caller: Caller): Promise<PollingResult> {
  const peer = new HttpPeer(port)
  const request = requestOf(caller, 'get_chats_summary')
  const statuses: number[] = []
  for (let isKeptAlive = false; ; await delay(pollPeriodMs)) {
    const answer = await peer.exchange(request).catch(() => undefined)
    // A missing response on a new connection proves nothing: the operating system may have accepted it just before the
    // server closed.
    if (answer === undefined) return { statuses, isCut: isKeptAlive }
    statuses.push(answer.status)
    isKeptAlive = answer.headers.get('connection') !== 'close'
  }
}
