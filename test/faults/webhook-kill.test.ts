import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { HttpPeer } from '../fuzz/http-peer.js'
import { within } from '../support/deadline.js'
import { listAt, textAt } from '../support/json.js'
import { createDatabase, postgresUrl } from '../support/postgres.js'
import { DestinationServer } from '../webhooks/destination-server.js'
import { registerWebhook } from '../webhooks/stored-webhooks.js'
import type { Location } from './engine-process.js'
import { isNightly, seed } from './profile.js'
import { readChat } from './read-back.js'
import { killUnderLoad } from './rounds.js'
import { sqliteLocation } from './scenario.js'
import { storageAt } from './storage-at.js'
import { agentOf, type Tenant } from './tenant.js'

const rounds = isNightly ? 10 : 2
const timeout = 240_000 + rounds * 60_000
/** What the last engine that was killed was sending is held for that long, and then sent again. */
const patienceMs = isNightly ? 180_000 : 60_000

test(`killed ${rounds} times, SQLite delivers each event`, { timeout }, async (context) => {
  await run(context, await sqliteLocation(context))
})

test(`killed ${rounds} times, PostgreSQL delivers each event`, {
  timeout,
  skip: postgresUrl === undefined && 'no PostgreSQL',
}, async (context) => {
  const database = await createDatabase()
  context.after(() => database.drop())
  await run(context, { kind: 'postgres', connectionString: database.connectionString })
})

async function run(context: TestContext, location: Location): Promise<void> {
  const destination = await DestinationServer.start()
  const delivered = new Set<string>()
  let came = () => undefined
  destination.answers = ({ body }, response) => {
    for (const id of toldOf(JSON.parse(body))) delivered.add(id)
    response.writeHead(204).end()
    came()
  }
  const { answered, unanswered } = await killUnderLoad(location, {
    ...{ rounds, seed, setup: { allowPrivateWebhookTargets: true } },
    begin: (tenant) => register(location, tenant, destination.url),
    async end(port, tenant, { messages }) {
      const answered = messages.flatMap(({ answer }) => answer?.id ?? [])
      const all = new Promise<void>((resolve) => {
        const check = () => answered.every((id) => delivered.has(id)) && resolve()
        came = () => void check()
        came()
      })
      const missing = () =>
        `${answered.filter((id) => !delivered.has(id)).length} of ${answered.length} events`
      await within(all, missing, patienceMs)
      const stored = await storedIds(port, tenant)
      assert.deepEqual(
        [...delivered].filter((id) => !stored.has(id)),
        [],
        'delivered, but not stored',
      )
    },
  })
  const repeated = destination.got.length - delivered.size
  context.diagnostic(
    `seed ${seed}: ${answered} answered, ${unanswered} not; ${delivered.size} delivered, ${repeated} again`,
  )
  assert.ok(repeated > 0 || !isNightly, 'the kills came in the middle of deliveries')
}

async function register(location: Location, { licenseId }: Tenant, url: string): Promise<void> {
  const storage = storageAt(location)
  await storage.open()
  for (const action of ['incoming_event', 'incoming_chat_thread'] as const) {
    await registerWebhook(storage, { licenseId, clientId: 'app', url, action })
  }
  await storage.close()
}

/** Ids of events; those that a thread begins with come with it. */
function toldOf(body: unknown): readonly string[] {
  if (textAt(body, 'action') === 'incoming_event') return [textAt(body, 'data.event.id')]
  return listAt(body, 'data.chat.thread.events').map((event) => textAt(event, 'id'))
}

async function storedIds(port: number, tenant: Tenant): Promise<ReadonlySet<string>> {
  const peer = new HttpPeer(port)
  const ids = new Set<string>()
  for (const { chatId } of tenant.conversations) {
    for (const { events } of await readChat(peer, agentOf(tenant), chatId)) {
      for (const { id } of events) ids.add(id)
    }
  }
  peer.close()
  return ids
}
