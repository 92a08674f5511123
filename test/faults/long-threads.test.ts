import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { finText, rawFrame } from '../fuzz/raw-websocket.js'
import { byProfile, measuresTime } from '../support/profile.js'
import type { EngineProcess, Location } from './engine-process.js'
import { IdleReaders } from './idle-readers.js'
import { Latencies } from './latencies.js'
import { Load } from './load.js'
import { createLongThread, type LongThread } from './long-thread.js'
import { testOnStorages } from './on-storages.js'
import { ownShare, reportMemory, runScenario } from './scenario.js'
import { openDeafWebSocket, openSocket, requestHead } from './slow-clients.js'
import { storageAt } from './storage-at.js'
import { agentOf, type Tenant } from './tenant.js'
import type { Vitals } from './vitals.js'

const timeout = 400_000
const mebibyte = 1_048_576
/** Number of clients of each kind that read no responses. */
const deafCount = byProfile({ quick: 4, full: 40, nightly: 40 })
/**
 * Number of requests that each of them sends at the same time: on a websocket, as many as one connection may have in
 * progress.
 */
const requestsPerSocket = 10
const attackMs = byProfile({ quick: 500, full: 10_000, nightly: 60_000 })
/**
 * Pause between two messages of the other clients, and between two requests for the long thread by another reader, in
 * milliseconds.
 */
const pauseMs = 250
const readPauseMs = 1_000
/**
 * Maximum growth of the heap, in bytes. All clients that do not read are one caller, so they share one response in
 * memory, as text and as bytes; the other reader may have a second one.
 */
const maxHeapGrowthBytes = 64 * mebibyte
/** Maximum growth of memory, in bytes, including what is not collected yet: rows, events and views of many reads. */
const maxGrowthBytes = 384 * mebibyte
/** Maximum time to read the long thread, in milliseconds. Reading and encoding it takes 100 ms on an idle machine. */
const maxReadMs = 3_000

testOnStorages({
  title: (storage) => `unread responses with a long thread do not delay others on ${storage}`,
  timeout,
  run: async (context, open) => await attack(context, await open()),
})

async function attack(context: TestContext, location: Location): Promise<void> {
  await runScenario(context, { location }, async ({ engine, tenant, ledger }) => {
    const thread = await fill(engine, tenant, location)
    const before = await engine.measureCollected()
    const load = new Load(engine.port, tenant, ledger, { pauseMs })
    const readers = await IdleReaders.connect(engine.port, tenant)
    const reader = new Reader(engine.port, tenant, thread)
    try {
      const deaf = await Promise.all([
        ...requestOverHttp(engine, tenant, thread),
        ...requestOverRtm(engine, tenant, thread),
      ])
      context.after(() => {
        for (const socket of deaf) socket.destroy()
      })
      await delay(attackMs)
    } finally {
      await Promise.all([load.stop(), readers.stop(), reader.stop()])
    }
    context.diagnostic(`${readers}; long reads ${reader.latencies}`)
    reportMemory(context, engine)
    await checkMemory(context, engine, before)
    const share = ownShare(await engine.measure())
    readers.check(share)
    assert.ok(reader.latencies.count > 0, 'no read of the thread succeeded')
    if (!measuresTime) return
    assert.ok(reader.latencies.maxMs * share <= maxReadMs, `the reader had to wait: ${reader.latencies}`)
  })
}

async function fill(engine: EngineProcess, tenant: Tenant, location: Location): Promise<LongThread> {
  const storage = storageAt(location)
  await storage.open()
  try {
    return await createLongThread(engine.port, tenant, storage)
  } finally {
    await storage.close()
  }
}

function requestOverHttp(
  { port }: EngineProcess,
  tenant: Tenant,
  thread: LongThread,
): readonly Promise<Socket>[] {
  const body = JSON.stringify({ payload: thread })
  const head = requestHead(agentOf(tenant), 'get_chat_threads', body.length)
  const requests = Array.from({ length: requestsPerSocket }, () => [head, Buffer.from(body)])
  return Array.from({ length: deafCount }, async () => {
    const socket = await openSocket(port)
    socket.pause()
    socket.write(Buffer.concat(requests.flat()))
    return socket
  })
}

function requestOverRtm(
  { port }: EngineProcess,
  tenant: Tenant,
  thread: LongThread,
): readonly Promise<Socket>[] {
  const payload = Buffer.from(JSON.stringify({ action: 'get_chat_threads', payload: thread }))
  const requests = Array.from({ length: requestsPerSocket }, () => rawFrame({ head: finText, payload }))
  return Array.from({ length: deafCount }, async () => {
    const socket = await openDeafWebSocket(port, agentOf(tenant))
    socket.write(Buffer.concat(requests))
    return socket
  })
}

/** A user at another address who reads the long thread repeatedly. */
class Reader {
  readonly latencies = new Latencies()
  readonly #stop = new AbortController()
  readonly #ended: Promise<void>

  constructor(port: number, tenant: Tenant, thread: LongThread) {
    this.#ended = this.#read(port, tenant, thread)
    // `stop()` reports the error.
    this.#ended.catch(() => this.#stop.abort())
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#ended
  }

  async #read(port: number, tenant: Tenant, thread: LongThread): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const startedAt = performance.now()
      await readWhole(port, tenant, thread)
      this.latencies.record(performance.now() - startedAt)
      await delay(readPauseMs)
    }
  }
}

/** Reads the whole thread as the customer of the chat. */
async function readWhole(port: number, tenant: Tenant, thread: LongThread): Promise<void> {
  const token = tenant.conversations[0]?.customerToken
  const pendingRequest = request({
    ...{ port, host: '127.0.0.1', localAddress: '127.0.0.2', method: 'POST' },
    path: `/customer/v0.5/action/get_chat_threads?license_id=${tenant.licenseId}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  pendingRequest.end(JSON.stringify({ payload: thread }))
  const [answer] = await once(pendingRequest, 'response')
  let length = 0
  for await (const chunk of answer) length += chunk.length
  assert.equal(answer.statusCode, 200)
  assert.ok(length > 7 * mebibyte, `only ${length} bytes were returned`)
}

/** Checks the memory of the engine while the clients that do not read are still connected. */
async function checkMemory(context: TestContext, engine: EngineProcess, before: Vitals): Promise<void> {
  const resident = engine.vitals.map(({ residentBytes }) => residentBytes)
  const growth = Math.max(...resident) - before.residentBytes
  const heapGrowth = (await engine.measureCollected()).heapBytes - before.heapBytes
  context.diagnostic(`the heap grew by ${Math.round(heapGrowth / mebibyte)} MiB`)
  assert.ok(growth <= maxGrowthBytes, `memory grew by ${growth} bytes`)
  assert.ok(heapGrowth <= maxHeapGrowthBytes, `the heap grew by ${heapGrowth} bytes`)
}
