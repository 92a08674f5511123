import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { EngineProcess } from './engine-process.js'
import { Load } from './load.js'
import { isNightly } from './profile.js'
import { many, play, type Scene, sqliteLocation } from './scenario.js'
import { askWithoutReading, openDeafWebSocket, requestHead, trickle } from './slow-clients.js'
import { agentOf, customerOf } from './tenant.js'

const timeout = 300_000
/** Who reads nothing makes these add up quickly. */
const textLength = 16_000
const clientCount = 5
const mebibyte = 1_048_576
/** What the engine may need at most on top of what it had, all slow clients together. */
const maxGrowthBytes = 256 * mebibyte
/** How long anybody else may wait meanwhile. */
const maxOthersMs = 3_000
/** When a connection that is read nothing from is given up: 150 s, of which the short profile sees the beginning only. */
const unreadAnswerMs = 150_000

test('real-time clients that read nothing are cut off', { timeout }, async (context) => {
  await playWithLoad(context, async ({ engine, tenant }) => {
    const before = await engine.measure()
    const deaf = await Promise.all(
      Array.from({ length: clientCount }, () => openDeafWebSocket(engine.port, agentOf(tenant))),
    )
    await engine.until(
      'the end of the deaf connections',
      ({ openFileCount }) => openFileCount <= before.openFileCount,
      60_000,
    )
    return deaf
  })
})

test('HTTP clients that read no answer hold up nobody', { timeout }, async (context) => {
  await playWithLoad(context, async ({ engine, tenant, ledger }) => {
    const before = await engine.measure()
    const chatId = tenant.conversations[0]?.chatId
    const body = JSON.stringify({ payload: { chat_id: chatId } })
    const request = Buffer.concat([
      requestHead(agentOf(tenant), 'get_chat_threads', body.length),
      Buffer.from(body),
    ])
    const deaf = await Promise.all(
      Array.from({ length: clientCount }, () => askWithoutReading(engine.port, request)),
    )
    for (let count = 0; count < 10; count += 1) await many(ledger.answers)
    return deaf
  })
})

/** Lets slow clients come while all others send long messages. */
async function playWithLoad(
  context: TestContext,
  come: (scene: Scene) => Promise<readonly Socket[]>,
): Promise<void> {
  await play(context, { location: await sqliteLocation(context) }, async (scene) => {
    const { engine, tenant, ledger } = scene
    const load = new Load(engine.port, tenant, ledger, { length: textLength })
    let slow: readonly Socket[] = []
    try {
      // Everybody has connected, and what is warm is warm.
      for (let count = 0; count < 10; count += 1) await many(ledger.answers)
      const from = engine.vitals.length
      slow = await come(scene)
      await many(ledger.answers)
      checkMemory(context, engine, from)
    } finally {
      await load.stop()
      for (const socket of slow) socket.destroy()
    }
    assert.ok(ledger.slowestMs <= maxOthersMs, `somebody waited ${ledger.slowestMs} ms`)
  })
}

function checkMemory(context: TestContext, engine: EngineProcess, from: number): void {
  const resident = engine.vitals.slice(from).map(({ residentBytes }) => residentBytes)
  const growth = Math.max(...resident) - (resident[0] ?? 0)
  context.diagnostic(`memory grew by ${Math.round(growth / mebibyte)} MiB at most`)
  assert.ok(growth <= maxGrowthBytes, `memory grew by ${growth} bytes`)
}
