import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createParley, type Parley } from '@parley/core'
import { createMigratedDatabase, postgresUrl } from '../support/postgres.js'
import { byProfile, measuresTime } from '../support/profile.js'
import { RtmClient } from '../support/rtm-client.js'
import { noSqlite } from '../support/sqlite-file.js'
import { EngineProcess, type Location } from './engine-process.js'
import { sqliteLocation } from './scenario.js'
import { storageAt } from './storage-at.js'

const graceMs = byProfile({ quick: 500, full: 2_000, nightly: 2_000 })
/** Twice the period of its renewal. */
const leaseMs = byProfile({ quick: 400, full: 2_000, nightly: 2_000 })
/** Beyond the grace, however a node dies. */
const noticedWithinMs = 2_000
const rtm = { reconnectGraceMs: graceMs, leaseRenewalMs: leaseMs / 2 }
const timeout = 60_000

test('agents of a node that is killed on SQLite are offline for all others within its grace and lease', {
  timeout,
  skip: noSqlite,
}, async (context) => {
  await killNode(context, await sqliteLocation(context))
})

test('agents of a node that is killed on PostgreSQL are offline for all others within its grace and lease', {
  timeout,
  skip: postgresUrl === undefined && 'no PostgreSQL',
}, async (context) => {
  const database = await createMigratedDatabase()
  context.after(() => database.drop())
  await killNode(context, { kind: 'postgres', connectionString: database.connectionString })
})

async function killNode(context: TestContext, location: Location): Promise<void> {
  const survivor = await createParley({ storage: storageAt(location), rtm })
  const node = await EngineProcess.start({ location, rtm })
  try {
    const { token, isOnline } = await givenAgent(survivor)
    const desk = await RtmClient.open(`ws://127.0.0.1:${node.port}/agent/v0.4/rtm/ws`)
    await desk.succeed('login', { token })
    const stays = performance.now() + 2 * leaseMs
    while (performance.now() < stays) {
      assert.equal(await isOnline(), true, 'while the node lives')
      await delay(50)
    }
    const killedAt = performance.now()
    await node.kill()
    assert.equal(await isOnline(), true, 'in the grace')
    while (await isOnline()) await delay(10)
    const tookMs = performance.now() - killedAt
    context.diagnostic(`offline ${Math.round(tookMs)} ms after the kill; the grace is ${graceMs} ms`)
    assert.ok(!measuresTime || tookMs <= graceMs + noticedWithinMs, `it took ${tookMs} ms`)
  } finally {
    await node.kill()
    await survivor.close()
  }
}

/** An agent, and whether another one sees them online. */
async function givenAgent({ admin, as }: Parley) {
  const { id: licenseId } = await admin.licenses.create({ name: 'Test' })
  const permission = 'administrator'
  const agent = await admin.agents.create({ licenseId, login: 'ada@example.com', name: 'Ada', permission })
  const other = await admin.agents.create({ licenseId, login: 'bob@example.com', name: 'Bob', permission })
  const { clientId } = await admin.apps.register({
    ...{ licenseId, name: 'Test', type: 'server', visibility: 'private' },
    ...{ redirectUris: [], scopes: ['chats--all:read'] },
  })
  const { accessToken: token } = await admin.tokens.issueForAgent({ licenseId, agentId: agent.id, clientId })
  const { chat } = await as({ agentId: agent.id }).startChat()
  const isOnline = async () => {
    const { chat: read } = await as({ agentId: other.id }).getChatThreads({ chat_id: chat.id })
    return read.users.some((user) => user.id === agent.id && 'routing_status' in user)
  }
  return { token, isOnline }
}
