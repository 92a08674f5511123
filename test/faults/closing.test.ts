import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { parseObject } from '../fuzz/answers.js'
import type { HttpAnswer } from '../fuzz/http-peer.js'
import { closeCodeOf, openRawWebSocket } from '../fuzz/raw-websocket.js'
import { byProfile, isNightly, measuresTime } from '../support/profile.js'
import { noSqlite } from '../support/sqlite-file.js'
import {
  type PollingResult,
  pollUntilGone,
  stallCall,
  stallTokenRequest,
  stubbornClients,
} from './closing-clients.js'
import { type Closing, ClosingProcess, closingOrders } from './closing-process.js'
import { sqliteLocation } from './scenario.js'
import { createTenant, customerOf, type Tenant } from './tenant.js'

/** The engine's default in the nightly profile; shorter values keep the test short. */
const drainMs = byProfile({ quick: 300, full: 1_500, nightly: 10_000 })
/** Time that closing may take beyond `drainMs`, in milliseconds. */
const toleranceMs = 1_000
/** Number of stubborn clients of each kind. */
const clientCount = byProfile({ quick: 1, full: 3, nightly: 50 })
const timeout = 400_000

for (const order of closingOrders) {
  test(`an engine closes in time, ${order}, whatever its clients do`, {
    timeout,
    skip: noSqlite,
  }, async (context) => {
    const location = await sqliteLocation(context)
    const tenant = await createTenant(location, clientCount)
    const customers = tenant.conversations.map(({ customerToken }) => customerOf(tenant, customerToken))
    const engine = await ClosingProcess.start({ location, order, drainMs })
    context.after(() => engine.kill())
    const { port } = engine
    const polling = Promise.all(customers.map((customer) => pollUntilGone(port, customer)))
    await addStubbornClients(port, tenant)
    const stalled = await Promise.all(customers.map((customer) => stallCall(port, customer)))
    const stalledTokens = await Promise.all(customers.map(() => stallTokenRequest(port)))
    const websocket = await openRawWebSocket(port, '/agent/v0.4/rtm/ws')
    const closeCode = closeCodeOf(websocket)
    const closing = await engine.close()
    reportTimes(context, closing, await polling)
    for (const answer of stalled) checkRefusal(await answer(), 'service_unavailable')
    for (const answer of stalledTokens) checkRefusal(await answer(), 'temporarily_unavailable')
    assert.equal(await closeCode, 1012)
    for (const { statuses, isCut } of await polling) {
      checkStatuses(statuses)
      // A host decides for itself when it ends its own connections.
      assert.ok(
        !isCut || order === 'with a server of the host',
        'a kept-alive connection ended without a response',
      )
    }
    checkTimes(closing)
  })
}

async function addStubbornClients(port: number, tenant: Tenant): Promise<void> {
  for (const open of Object.values(stubbornClients)) {
    await Promise.all(Array.from({ length: clientCount }, () => open(port, tenant)))
  }
}

function reportTimes(context: TestContext, closing: Closing, polling: readonly PollingResult[]): void {
  const { portFreeMs, closedMs, starvedMs, endedMs } = closing
  const [free, closed, starved, ended] = [portFreeMs, closedMs, starvedMs, endedMs].map(Math.round)
  const times = `port free after ${free} ms, closed after ${closed} ms, process ended after ${ended} ms`
  context.diagnostic(`${times}, without a core for ${starved} ms`)
  const statuses = polling.flatMap((each) => each.statuses)
  const refused = statuses.filter((status) => status !== 200)
  context.diagnostic(`${statuses.length} answers, ${refused.length} of them refusals`)
}

/** Checks that the response is a 503 with the error format of the API that was called. */
function checkRefusal(answer: HttpAnswer | undefined, type: string): void {
  assert.deepEqual([answer?.status, answer?.headers.get('connection')], [503, 'close'])
  const { error } = parseObject(answer?.body ?? '')
  assert.equal(typeof error === 'string' ? error : Object(error).type, type)
}

/** Checks that the statuses are successes first, and only 503 from the first refusal on. */
function checkStatuses(statuses: readonly number[]): void {
  const firstRefusal = statuses.findIndex((status) => status !== 200)
  assert.notEqual(firstRefusal, 0, 'no request was answered')
  const refusals = firstRefusal === -1 ? [] : statuses.slice(firstRefusal)
  assert.ok(
    refusals.every((status) => status === 503),
    `the answers were ${statuses.join(', ')}`,
  )
}

/**
 * Checks how long closing took. Only the nightly profile has the machine to itself; beside other tests the process may
 * be without a core and its exit may be noticed late.
 */
function checkTimes({ closedMs, starvedMs, endedMs }: Closing): void {
  if (!measuresTime) return
  const durationMs = isNightly ? endedMs : closedMs - starvedMs
  assert.ok(durationMs <= drainMs + toleranceMs, `it took ${Math.round(durationMs)} ms`)
  const lingeringMs = endedMs - closedMs
  assert.ok(lingeringMs <= 2 * toleranceMs, `the process lingered for ${Math.round(lingeringMs)} ms`)
}
