import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { handshakeOf, openRawWebSocket } from '../fuzz/raw-websocket.js'
import { byProfile, profile } from '../support/profile.js'
import { noSqlite } from '../support/sqlite-file.js'
import { Load } from './load.js'
import { checkWriters, runScenario, type Scene, sqliteLocation, waitForMany } from './scenario.js'
import { openSocket, requestHead } from './slow-clients.js'
import { agentOf, type Tenant } from './tenant.js'
import type { Vitals } from './vitals.js'

const mebibyte = 1_048_576
const connectionCount = byProfile({ quick: 200, full: 2_000, nightly: 2_000 })
const waves = byProfile({ quick: 1, full: 1, nightly: 3 })
/** Number of clients that connect at the same time. The kernel queues only a few hundred connections for the server. */
const batchSize = 200
/**
 * The engine's default in the nightly profile; in the quick profile less than the server needs to give up incomplete
 * headers.
 */
const loginTimeoutMs = byProfile({ quick: 300, full: 10_000, nightly: 30_000 })
/** How many times to wait for many responses before the first measurement. */
const warmUpCount = byProfile({ quick: 1, full: 10, nightly: 10 })
/**
 * Maximum time until the last half-open connection is gone, in milliseconds: the engine looks once a second, and a
 * websocket has 5 s to be closed by its client.
 */
const closedWithinMs = loginTimeoutMs + 10_000
/**
 * Differences in heap and open files that are allowed although no connection was kept. 2,000 kept connections would
 * take about 20 MiB.
 */
const heapToleranceBytes = 8 * mebibyte
const fileTolerance = 20

type Open = (port: number, tenant: Tenant) => Promise<Socket>

const kinds: readonly Open[] = [
  (port) => openSocket(port),
  (port, tenant) => openWith(port, requestHead(agentOf(tenant), 'start_chat', 2).subarray(0, -3)),
  (port) => openWith(port, handshakeOf('/agent/v0.4/rtm/ws').subarray(0, -2)),
  // Finishes the upgrade, but never logs in.
  (port) => openRawWebSocket(port, '/agent/v0.4/rtm/ws'),
]

test(`${connectionCount} half-open connections do not delay others, and leave nothing behind`, {
  timeout: 400_000,
  skip: noSqlite,
}, async (context) => {
  const location = await sqliteLocation(context)
  await runScenario(context, { location, fixed: { rtm: { loginTimeoutMs } } }, async (scene) => {
    await playWave(scene, 0)
    const before = await scene.engine.measureCollected()
    for (let wave = 0; wave < waves; wave += 1) await playWave(scene, connectionCount)
    assertNothingLeft(context, before, await scene.engine.measureCollected())
    checkWriters(context, scene.ledger)
  })
})

async function playWave({ engine, tenant, ledger }: Scene, count: number): Promise<void> {
  const load = new Load(engine.port, tenant, ledger, { pauseMs: 250 })
  try {
    for (let part = 0; part < warmUpCount; part += 1) await waitForMany(ledger.answers)
    const sockets = await openHalf(engine.port, tenant, count)
    // The server gives up incomplete headers only after several seconds.
    if (profile === 'quick') for (const socket of sockets) socket.destroy()
    const isGone = (vitals: Vitals) => vitals.connectionCount <= load.connectionCount
    await engine.waitForVitals('the end of the half-open connections', isGone, closedWithinMs)
    await waitForMany(ledger.answers)
    for (const socket of sockets) socket.destroy()
  } finally {
    await load.stop()
  }
}

/** Opens half-open connections, equally many of each kind. */
async function openHalf(port: number, tenant: Tenant, count: number): Promise<readonly Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const batch = Array.from({ length: batchSize }, (_, index) => kinds[index % kinds.length]?.(port, tenant))
    for (const socket of await Promise.all(batch)) if (socket !== undefined) sockets.push(socket)
  }
  return sockets
}

async function openWith(port: number, bytes: Buffer): Promise<Socket> {
  const socket = await openSocket(port)
  socket.write(bytes)
  return socket
}

function assertNothingLeft(context: TestContext, before: Vitals, after: Vitals): void {
  const files = after.openFileCount - before.openFileCount
  const heapBytes = after.heapBytes - before.heapBytes
  context.diagnostic(`left: ${files} files, ${(heapBytes / mebibyte).toFixed(1)} MiB of heap`)
  assert.ok(files <= fileTolerance, `${files} files were left open`)
  assert.ok(heapBytes <= heapToleranceBytes, `${heapBytes} bytes of memory were not freed`)
}
