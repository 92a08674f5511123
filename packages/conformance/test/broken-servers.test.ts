import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attachSocketIo } from '@parley/adapter-socketio'
import { seedServer, socketIoTransport, testServer } from '@parley/conformance'
import { createParley } from '@parley/core'
import type { Edge } from '@parley/core/adapter'
import { memoryStorage } from '@parley/storage-memory'
import { io } from 'socket.io-client'
import { serveBriefly } from '../../../test/support/brief-server.js'
import { brokenServers } from './broken-servers.js'
import { Recorder } from './recorder.js'

function casesOf(breaks: (sound: Edge) => Edge): Recorder {
  const recorder = new Recorder()
  testServer({
    test: recorder.test,
    async factory() {
      const parley = await createParley({ storage: memoryStorage() })
      const edge = breaks(parley)
      const server = await serveBriefly(edge)
      const socketIo = attachSocketIo(server.server, edge)
      const cleanup = async () => {
        await parley.close()
        await socketIo.close()
        await server.close()
      }
      return { baseUrl: server.url, ...(await seedServer(parley.admin)), cleanup }
    },
    supports: {
      websocket: true,
      socketIo: [socketIoTransport('Socket.IO 4', io)],
      files: false,
      time: false,
    },
  })
  return recorder
}

test('a sound server passes the cases that catch the broken ones', async () => {
  const cases = casesOf((sound) => sound)
  for (const { caughtBy } of brokenServers) {
    assert.ok(cases.names.includes(caughtBy), `there is no case “${caughtBy}”`)
    assert.deepEqual(await cases.failing(caughtBy), [])
  }
})

for (const { fault, caughtBy, breaks } of brokenServers) {
  test(`a server that ${fault} is caught by its case`, async () => {
    assert.deepEqual(await casesOf(breaks).failing(caughtBy), [caughtBy])
  })
}
