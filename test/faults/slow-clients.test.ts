import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { HttpPeer } from '../fuzz/http-peer.js'
import { byProfile, isNightly, measuresTime } from '../support/profile.js'
import { noSqlite } from '../support/sqlite-file.js'
import type { EngineProcess } from './engine-process.js'
import { Load, type LoadOptions } from './load.js'
import { checkWriters, runScenario, type Scene, sqliteLocation, waitForMany } from './scenario.js'
import { askWithoutReading, openDeafWebSocket, requestHead, trickle } from './slow-clients.js'
import { agentOf } from './tenant.js'
import type { Vitals } from './vitals.js'
import { call, sendEventPayload, storedEventOf } from './wire.js'

const timeout = 400_000
const mebibyte = 1_048_576
/** Number of messages in the long thread. With 16,000 characters each they make 1.6 MB. */
const longThreadCount = 100
/** How many times to wait for many responses before the other clients count as served. */
const waitCount = byProfile({ quick: 1, full: 5, nightly: 5 })
const clientCount = byProfile({ quick: 2, full: 5, nightly: 20 })
/** The engine's default in the nightly profile; smaller values keep the test short. */
const bufferedBytes = byProfile({ quick: mebibyte / 2, full: mebibyte, nightly: 4 * mebibyte })
/**
 * The time after which a client that reads nothing is disconnected, in milliseconds. The engine's default in the full
 * and nightly profiles.
 */
const stalledMs = byProfile({ quick: 1_000, full: 10_000, nightly: 10_000 })
const bodyMs = byProfile({ quick: 500, full: 2_000, nightly: 15_000 })
/** Maximum growth of memory, in bytes: for the work of the other clients, and for each slow client. */
const maxGrowthBytes = (96 + 16 * clientCount) * mebibyte
/**
 * Time by which the engine may exceed the time limit of a body, in milliseconds. It checks its deadlines every 250 ms.
 */
const toleranceMs = byProfile({ quick: 10_000, full: 10_000, nightly: 2_500 })
/** Time after which the server closes a connection on which nothing moves, in milliseconds. */
const idleMs = 150_000
/**
 * Load of the other clients: long messages that fill the buffers of slow clients, or just enough to show that the
 * others are served.
 */
const floods: LoadOptions = { length: 4_000, pauseMs: 0 }
const continues: LoadOptions = { pauseMs: 250 }

test('real-time clients that read nothing are disconnected', { timeout, skip: noSqlite }, async (context) => {
  await playWithLoad(context, floods, async ({ engine, tenant }, othersCount) => {
    const open = () => openDeafWebSocket(engine.port, agentOf(tenant))
    const deaf = await Promise.all(Array.from({ length: clientCount }, open))
    await waitUntilGone(engine, othersCount, 60_000)
    return deaf
  })
})

test('HTTP clients that read no response do not delay others', {
  timeout,
  skip: noSqlite,
}, async (context) => {
  await playWithLoad(context, continues, async (scene, othersCount) => {
    const { engine, ledger } = scene
    const request = await longThreadRequest(scene)
    const ask = () => askWithoutReading(engine.port, request)
    const deaf = await Promise.all(Array.from({ length: clientCount }, ask))
    if (isNightly) await waitUntilGone(engine, othersCount, 2 * idleMs)
    else for (let count = 0; count < waitCount; count += 1) await waitForMany(ledger.answers)
    return deaf
  })
})

test('requests whose bodies arrive byte by byte time out', { timeout, skip: noSqlite }, async (context) => {
  await playWithLoad(context, continues, async ({ engine, tenant }, othersCount) => {
    const body = Buffer.from(JSON.stringify({ payload: {} }).padEnd(10_000))
    const head = requestHead(agentOf(tenant), 'start_chat', body.length)
    const startedAt = performance.now()
    const trickling = Array.from({ length: 10 * clientCount }, () => trickle(engine.port, head, body))
    const statuses = (await Promise.all(trickling)).map((answer) => answer?.status)
    // A client that still sends when the connection is closed may lose the response to a TCP reset.
    for (const status of statuses) assert.ok(status === 408 || status === undefined, `answered ${status}`)
    assert.ok(statuses.includes(408), 'no request was answered')
    const durationMs = performance.now() - startedAt
    assert.ok(!measuresTime || durationMs < bodyMs + toleranceMs, `it took ${durationMs} ms`)
    await waitUntilGone(engine, othersCount, 5_000)
    return []
  })
})

/** Returns a request for a thread that will be long by then. The thread of the second conversation is never closed. */
async function longThreadRequest({ engine, tenant, ledger }: Scene): Promise<Buffer> {
  const [, { chatId = '', threadId = '' } = {}] = tenant.conversations
  const peer = new HttpPeer(engine.port)
  for (let count = 0; count < longThreadCount; count += 1) {
    const message = ledger.send({ chatId, sender: 'writer', isIdempotent: false, length: 16_000 })
    const response = await call(peer, agentOf(tenant), 'send_event', sendEventPayload(message))
    assert.ok(response !== undefined)
    ledger.answered(message, storedEventOf(response))
  }
  const payload = { chat_id: chatId, thread_ids: [threadId] }
  const answer = await call(peer, agentOf(tenant), 'get_chat_threads', payload)
  assert.ok(JSON.stringify(answer).length > longThreadCount * 16_000, 'the thread was sent')
  peer.close()
  const body = JSON.stringify({ payload })
  return Buffer.concat([requestHead(agentOf(tenant), 'get_chat_threads', body.length), Buffer.from(body)])
}

/**
 * Adds slow clients while all other clients send. They are gone when it resolves, or it returns them for the caller to
 * end.
 */
async function playWithLoad(
  context: TestContext,
  others: LoadOptions,
  connectClients: (scene: Scene, othersCount: number) => Promise<readonly Socket[]>,
): Promise<void> {
  const location = await sqliteLocation(context)
  const setup = { location, timeouts: { bodyMs }, rtm: { bufferedBytes }, fixed: { rtm: { stalledMs } } }
  await runScenario(context, setup, async (scene) => {
    const { engine, tenant, ledger } = scene
    const load = new Load(engine.port, tenant, ledger, others)
    let slow: readonly Socket[] = []
    try {
      // Waits until every client has connected and all code is warm.
      for (let count = 0; count < waitCount; count += 1) await waitForMany(ledger.answers)
      const from = engine.vitals.length
      slow = await connectClients(scene, load.connectionCount)
      await waitForMany(ledger.answers)
      checkMemory(context, engine, from)
    } finally {
      await load.stop()
      for (const socket of slow) socket.destroy()
    }
    checkWriters(context, ledger)
  })
}

async function waitUntilGone(engine: EngineProcess, othersCount: number, withinMs: number): Promise<void> {
  const isGone = ({ connectionCount }: Vitals) => connectionCount <= othersCount
  await engine.waitForVitals('the end of the slow connections', isGone, withinMs)
}

function checkMemory(context: TestContext, engine: EngineProcess, from: number): void {
  const resident = engine.vitals.slice(from).map(({ residentBytes }) => residentBytes)
  const growth = Math.max(...resident) - (resident[0] ?? 0)
  context.diagnostic(`memory grew by ${Math.round(growth / mebibyte)} MiB at most`)
  assert.ok(growth <= maxGrowthBytes, `memory grew by ${growth} bytes`)
}
