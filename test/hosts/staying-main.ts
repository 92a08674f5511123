import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { attachRtm, parleyRouter } from '@parley/adapter-express'
import { createListener, localFiles } from '@parley/adapter-node'
import { attachSocketIo } from '@parley/adapter-socketio'
import { redisBus } from '@parley/bus-redis'
import { createParley, type Parley } from '@parley/core'
import { postgresStorage } from '@parley/storage-postgres'
import express from 'express'
import { io } from 'socket.io-client'
import { WebSocket } from 'ws'
import { sqliteStorageAt } from '../support/sqlite-file.js'
import type { ReplacedPromise, StayingReport, StayingSetup } from './staying-process.js'

// A host that continues to serve after its engine has closed, in a process of its own. Its only argument is its setup.
// It makes the engine open every kind of resource, closes the engine, and reports the resources that are left. Then it
// has to exit on its own.
const setup: StayingSetup = JSON.parse(process.argv[2] ?? '')
const ownAnswer = 'The host itself'
const errors: string[] = []
let hookCount = 0

const app = express()
app.post('/hook', (_, response) => {
  hookCount += 1
  response.sendStatus(204)
})
const server = createServer(app)
if (setup.serves) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}
// Waits until everything that was opened while the modules loaded is closed, and the process's own streams are open.
await delay(20)
assert.ok(process.stdout.writable && process.stderr.writable)
const before = handles()
const listenersBefore = listenersOfProcess()

if (setup.promises?.isEarly === true) replacePromise(setup.promises.by)
const parley = await createParley({
  storage: setup.postgres === null ? sqlite() : postgresStorage({ connectionString: setup.postgres }),
  ...(setup.redis !== null && { bus: redisBus({ redis: setup.redis, prefix: `staying-${process.pid}` }) }),
  files: localFiles({ directory: join(setup.directory, 'files') }),
  webhooks: { allowPrivateTargets: true },
  logger: {
    debug() {},
    info() {},
    warn() {},
    error: (message, fields) => errors.push(`${message} ${String(fields?.cause)}`),
  },
})
if (setup.promises?.isEarly === false) replacePromise(setup.promises.by)
const unmount = mount()
app.use((_, response) => void response.send(ownAnswer))
const client = setup.serves ? await converse() : undefined
await parley.close()
await unmount()
await client?.closed
const report: StayingReport = {
  before,
  after: await waitUntil(),
  listeners: listenersOfProcess().filter((name) => !listenersBefore.includes(name)),
  errors,
  answered: setup.serves ? await sendRequest('/else') : null,
}
server.close()
process.stdout.write(JSON.stringify(report))

function replacePromise(by: ReplacedPromise): void {
  const native = globalThis.Promise
  const require = createRequire(import.meta.url)
  if (by === 'zone.js') require('zone.js/node')
  else if (by === 'bluebird') Object.assign(globalThis, { Promise: require('bluebird') })
  else Object.assign(globalThis, { Promise: class Replacement<T> extends Promise<T> {} })
  assert.notEqual(globalThis.Promise, native)
}

function sqlite() {
  return sqliteStorageAt(join(setup.directory, 'parley.db'))
}

/** Mounts the engine. Returns a function that removes it from the server, if that is possible. */
function mount(): () => Promise<void> | undefined {
  if (setup.mount === 'express') app.use(parleyRouter(parley))
  else app.use(createListener(parley))
  const socketIo = setup.mount === 'socketio' ? attachSocketIo(server, parley) : undefined
  if (socketIo === undefined) attachRtm(server, parley)
  return () => socketIo?.close()
}

/** A client whose connection stays open. */
interface Client {
  readonly closed: Promise<unknown>
}

/** Makes the engine open every kind of resource. */
async function converse(): Promise<Client> {
  const { licenseId, clientId, agentId, agentToken, customerId } = await people(parley)
  const agent = parley.as({ agentId, clientId })
  await agent.registerWebhook({ url: `${origin()}/hook`, action: 'incoming_event', secret_key: 'secret' })
  const client = await (setup.mount === 'socketio' ? bySocketIo(agentToken) : byWebSocket(agentToken))
  const customer = parley.as({ customerId })
  const { chat } = await customer.startChat({ chat: {} })
  await customer.sendEvent({ chat_id: chat.id, event: { type: 'message', text: 'Where is my parcel?' } })
  while (hookCount === 0) await delay(5)
  await agent.getArchives({ filters: { query: 'parcel' } })
  await sendRequest(`/customer/v0.5/action/get_static_config?license_id=${licenseId}`)
  await parley.health()
  return client
}

async function people({ admin }: Parley) {
  const { id: licenseId } = await admin.licenses.create({ name: 'Shop' })
  const { clientId } = await admin.apps.create({
    ...{ licenseId, name: 'App', type: 'server', visibility: 'private', redirectUris: [] },
    scopes: ['chats--all:read', 'webhooks--my:write'],
  })
  const { id: agentId } = await admin.agents.create({
    ...{ licenseId, login: 'ada@example.com', name: 'Ada', permission: 'administrator' },
  })
  const { accessToken: agentToken } = await admin.tokens.createForAgent({ licenseId, agentId, clientId })
  const { id: customerId } = await admin.customers.create({ licenseId, name: 'Casey' })
  return { licenseId, agentId, agentToken, customerId, clientId }
}

async function byWebSocket(token: string): Promise<Client> {
  const socket = new WebSocket(`${origin().replace('http', 'ws')}/agent/v0.4/rtm/ws`)
  await once(socket, 'open')
  socket.send(JSON.stringify({ action: 'login', payload: { token } }))
  await once(socket, 'message')
  return { closed: once(socket, 'close') }
}

/** Connects by polling and then upgrades to a websocket. */
async function bySocketIo(token: string): Promise<Client> {
  const socket = io(origin(), { path: '/agent/v0.4/rtm/sio', reconnection: false, forceNew: true })
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  const answered = new Promise<unknown>((resolve) => socket.once('message', resolve))
  socket.emit('message', { action: 'login', payload: { token } })
  await answered
  return { closed: new Promise((resolve) => socket.once('disconnect', resolve)) }
}

function origin(): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the host does not listen')
  return `http://127.0.0.1:${address.port}`
}

/** Sends a request on a new connection that is not kept alive. */
async function sendRequest(path: string): Promise<string> {
  const downloadRequest = request(origin() + path, { agent: false }).end()
  const [response] = await once(downloadRequest, 'response')
  return text(response)
}

function handles(): readonly string[] {
  return process.getActiveResourcesInfo().toSorted()
}

function listenersOfProcess(): readonly string[] {
  return process.eventNames().map((name) => `${String(name)} ${process.listenerCount(name)}`)
}

/** Returns the remaining resources, after the events of closed connections have been handled. */
async function waitUntil(): Promise<readonly string[]> {
  const until = performance.now() + 5_000
  while (performance.now() < until && handles().length > before.length) await delay(10)
  return handles()
}
