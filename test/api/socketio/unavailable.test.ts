import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, type TestContext, test } from 'node:test'
import { attachSocketIo } from '@parley/adapter-socketio'
import { createParley } from '@parley/core'
import type { Storage } from '@parley/core/storage'
import { StorageError } from '@parley/core/storage'
import { memoryStorage } from '@parley/storage-memory'
import { WebSocket } from 'ws'
import { within } from '../../support/deadline.js'
import { type EngineOptions, TestEngine } from '../../support/engine.js'
import { EngineIoSession, engineIoAddress } from '../../support/engine-io-session.js'
import { StorageValve } from '../../support/storage-valve.js'
import { memoryDatabase } from '../../support/storages.js'

interface Refusal {
  readonly status: number | undefined
  readonly retryAfter: string | null | undefined
}

const isUnavailable: Refusal = { status: 503, retryAfter: '1' }
const page = 'https://shop.example'

async function poll(url: string, EIO: string): Promise<Refusal> {
  const { status, headers } = await fetch(engineIoAddress(url, { EIO }), { headers: { Origin: page } })
  assert.match(headers.get('access-control-expose-headers') ?? '', /Retry-After/)
  return { status, retryAfter: headers.get('retry-after') }
}

async function upgrade(url: string, EIO: string): Promise<Refusal> {
  const websocket = new WebSocket(engineIoAddress(url, { EIO, transport: 'websocket' }))
  const [, response] = await within(once(websocket, 'unexpected-response'), () => 'a refusal')
  response.resume()
  return { status: response.statusCode, retryAfter: response.headers['retry-after'] }
}

const handshakes = { polling: poll, websocket: upgrade } as const

async function assertUnavailable(url: string): Promise<void> {
  for (const [transport, ask] of Object.entries(handshakes)) {
    for (const EIO of ['3', '4']) {
      assert.deepEqual(await ask(url, EIO), isUnavailable, `${transport}, EIO=${EIO}`)
    }
  }
}

async function givenEngine(context: TestContext, options: EngineOptions = {}) {
  const engine = await TestEngine.start(memoryDatabase, { ...options, hasSocketIo: true, isAlone: true })
  context.after(() => engine.stop())
  const url = (await (await engine.world()).customer()).rtmUrl()
  return { engine, url }
}

describe('a handshake of Engine.IO', () => {
  test('a handshake is refused with 503 and Retry-After while the node shuts down, and afterwards', async (context) => {
    const valve = new StorageValve()
    const wrap = (inner: Storage) => valve.guard(inner)
    const { engine, url } = await givenEngine(context, { wrap })
    const customer = await (await engine.world()).customer()
    const phone = await customer.connect()
    await valve.hold()
    phone.request('update_customer', { name: 'Kim' })
    await valve.holding(1)
    const closing = engine.parley.close()
    await assertUnavailable(url)
    valve.release()
    await closing
    await assertUnavailable(url)
  })

  test('a handshake is refused with 503 and Retry-After when too many connections are not logged in', async (context) => {
    const { url } = await givenEngine(context, { rtm: { anonymousCount: 1 } })
    const session = await EngineIoSession.open(url)
    await assertUnavailable(url)
    await session.post('1')
  })

  test('a handshake is refused with 503 and Retry-After while the attachment closes', async (context) => {
    const parley = await createParley({ storage: memoryStorage() })
    const server = createServer()
    const attachment = attachSocketIo(server, parley)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    context.after(async () => {
      await parley.close()
      server.closeAllConnections()
      server.close()
    })
    const address = server.address()
    assert.ok(address !== null && typeof address === 'object')
    const { id } = await parley.admin.licenses.create({ name: 'Shop' })
    const url = `ws://127.0.0.1:${address.port}/customer/v0.5/rtm/ws?license_id=${id}`
    const session = await EngineIoSession.open(url)
    const closing = attachment.close()
    await assertUnavailable(url)
    await session.rest()
    await closing
  })

  test('a handshake succeeds while the storage is unavailable, and the session gets the error', async (context) => {
    const valve = new StorageValve()
    const wrap = (inner: Storage) => valve.guardLicenses(inner)
    const { url } = await givenEngine(context, { wrap, expectsErrors: true })
    valve.breakWith(new StorageError('unavailable', 'the database is away'))
    const unknown = new URL(url)
    unknown.searchParams.set('license_id', '1')
    const session = await EngineIoSession.open(unknown.href, false)
    await session.post('40')
    assert.match((await session.rest()).join('\n'), /"customer_disconnected".*"internal_error"/)
  })
})
