import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type TestContext, test } from 'node:test'
import { attachSocketIo, type SocketIoAttachment } from '@parley/adapter-socketio'
import { createParley, type Parley } from '@parley/core'
import { memoryStorage } from '@parley/storage-memory'
import { certificate } from '../../support/certificate.js'
import { within } from '../../support/deadline.js'
import { connectOf, installedVersions, type SocketIoVersion } from '../../support/socket-io-link.js'

interface Mounted {
  readonly parley: Parley
  readonly path: string
  readonly licenseId: number
  readonly socketIo: SocketIoAttachment
}

async function mount(server: Server, path: string): Promise<Mounted> {
  const parley = await createParley({ storage: memoryStorage(), baseUrl: path === '' ? '/' : path })
  const { id: licenseId } = await parley.admin.licenses.create({ name: 'Shop' })
  return { parley, path, licenseId, socketIo: attachSocketIo(server, parley) }
}

async function listen(server: Server, context: TestContext): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  return address.port
}

/** Asserts that a ping is answered. */
async function assertSpeaks(
  origin: string,
  { path, licenseId }: Mounted,
  version: SocketIoVersion,
  transports: string[],
): Promise<void> {
  const client = connectOf(version)(origin, {
    ...{ path: `${path}/customer/v0.5/rtm/sio`, query: { license_id: licenseId }, transports },
    ...{ ca: certificate.cert, forceNew: true, reconnection: false },
  })
  const answer = new Promise((resolve, reject) => {
    client.on('message', resolve)
    for (const failure of ['connect_error', 'error', 'disconnect']) client.on(failure, reject)
  })
  client.emit('message', { action: 'ping' })
  const what = () => `an answer of ${path} to version ${version} over ${transports}`
  assert.deepEqual(await within(answer, what), { action: 'ping', type: 'response', success: true })
  client.close()
}

test('clients of all versions connect over TLS, by polling and by websockets', async (context) => {
  const server = createTlsServer(certificate)
  const mounted = await mount(server, '')
  const port = await listen(server, context)
  for (const version of installedVersions) {
    for (const transports of [['polling'], ['websocket'], ['polling', 'websocket']]) {
      await assertSpeaks(`https://127.0.0.1:${port}`, mounted, version, transports)
    }
  }
  await mounted.parley.close()
  await mounted.socketIo.close()
})

for (const order of ['first', 'last']) {
  test(`two engines on one server serve their own paths until they are closed, starting with the ${order} one`, async (context) => {
    const server = createServer()
    const engines = [await mount(server, '/one'), await mount(server, '/two')]
    const port = await listen(server, context)
    const origin = `http://127.0.0.1:${port}`
    const assertAllSpeak = async (some: readonly Mounted[]) => {
      for (const engine of some) {
        for (const version of installedVersions) {
          for (const transports of [['polling'], ['websocket']]) {
            await assertSpeaks(origin, engine, version, transports)
          }
        }
      }
    }
    await assertAllSpeak(engines)
    const leaving = order === 'first' ? engines : engines.toReversed()
    for (const [index, { parley, socketIo }] of leaving.entries()) {
      await parley.close()
      await socketIo.close()
      await assertAllSpeak(leaving.slice(index + 1))
    }
    assert.equal(Object.hasOwn(server, 'emit'), false)
  })
}
