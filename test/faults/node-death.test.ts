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
/** Twice the period in which a node renews its lease. */
const leaseMs = byProfile({ quick: 400, full: 2_000, nightly: 2_000 })
/** Maximum time beyond the grace period until the death of a node is noticed, in milliseconds. */
const detectedWithinMs = 2_000
const rtm = { reconnectGraceMs: graceMs, leaseRenewalMs: leaseMs / 2 }
const timeout = 60_000

test('agents of a single killed node go offline after the grace period when it is started again', {
  timeout,
  skip: noSqlite,
}, async (context) => {
  const location = await sqliteLocation(context)
  const before = await createParley({ storage: storageAt(location), rtm })
  const { token, people } = await givenAgent(before)
  await before.close()
  const node = await EngineProcess.start({ location, rtm })
  try {
    const desk = await RtmClient.open(`ws://127.0.0.1:${node.port}/agent/v0.4/rtm/ws`)
    await desk.succeed('login', { token })
  } finally {
    await node.kill()
  }
  const again = await createParley({ storage: storageAt(location), rtm })
  try {
    const isOnline = watch(again, people)
    assert.equal(
      await isOnline(),
      true,
      'agents stay online at first, because the time of the crash is unknown',
    )
    while (await isOnline()) await delay(10)
  } finally {
    await again.close()
  }
})

test('agents of a killed node on PostgreSQL are offline for others after its lease and the grace period', {
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
    const { token, people } = await givenAgent(survivor)
    const isOnline = watch(survivor, people)
    const desk = await RtmClient.open(`ws://127.0.0.1:${node.port}/agent/v0.4/rtm/ws`)
    await desk.succeed('login', { token })
    const stayUntil = performance.now() + 2 * leaseMs
    while (performance.now() < stayUntil) {
      assert.equal(await isOnline(), true, 'the agent is online while the node lives')
      await delay(50)
    }
    const killedAt = performance.now()
    await node.kill()
    assert.equal(await isOnline(), true, 'the agent is online in the grace period')
    while (await isOnline()) await delay(10)
    const durationMs = performance.now() - killedAt
    context.diagnostic(`offline ${Math.round(durationMs)} ms after the kill; the grace is ${graceMs} ms`)
    assert.ok(!measuresTime || durationMs <= graceMs + detectedWithinMs, `it took ${durationMs} ms`)
  } finally {
    await node.kill()
    await survivor.close()
  }
}

interface People {
  readonly agentId: string
  readonly otherId: string
  readonly chatId: string
}

/** Returns a function that checks whether another agent sees the agent online. */
function watch({ as }: Parley, { agentId, otherId, chatId }: People): () => Promise<boolean> {
  return async () => {
    const { chat } = await as({ agentId: otherId }).getChatThreads({ chat_id: chatId })
    return chat.users.some((user) => user.id === agentId && 'routing_status' in user)
  }
}

/** Creates an agent who is in a chat, and another agent. */
async function givenAgent({ admin, as }: Parley) {
  const { id: licenseId } = await admin.licenses.create({ name: 'Test' })
  const permission = 'administrator'
  const agent = await admin.agents.create({ licenseId, login: 'ada@example.com', name: 'Ada', permission })
  const other = await admin.agents.create({ licenseId, login: 'bob@example.com', name: 'Bob', permission })
  const { clientId } = await admin.apps.create({
    ...{ licenseId, name: 'Test', type: 'server', visibility: 'private' },
    ...{ redirectUris: [], scopes: ['chats--all:read'] },
  })
  const { accessToken: token } = await admin.tokens.createForAgent({ licenseId, agentId: agent.id, clientId })
  const { chat } = await as({ agentId: agent.id }).startChat()
  return { token, people: { agentId: agent.id, otherId: other.id, chatId: chat.id } }
}
