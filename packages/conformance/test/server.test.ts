import { createServer } from 'node:http'
import { describe, test } from 'node:test'
import { attachRtm, createListener } from '@parley/adapter-node'
import { attachSocketIo } from '@parley/adapter-socketio'
import { seedServer, socketIoTransport, testServer } from '@parley/conformance'
import { createParley, memoryFiles } from '@parley/core'
import { VirtualClock } from '@parley/core/testing'
import { memoryStorage } from '@parley/storage-memory'
import { io } from 'socket.io-client'
import { serveBriefly } from '../../../test/support/brief-server.js'
import { listen } from '../../adapter-node/test/sockets.js'

describe('a server of its own, whose clock can be moved on', () => {
  testServer({
    test,
    async factory() {
      const clock = new VirtualClock(Date.now())
      const parley = await createParley({ storage: memoryStorage(), clock, files: memoryFiles() })
      const server = await serveBriefly(parley)
      const socketIo = attachSocketIo(server.server, parley)
      const passTime = async (ms: number) => clock.advance(ms)
      const cleanup = async () => {
        await parley.close()
        await socketIo.close()
        await server.close()
      }
      return { baseUrl: server.url, ...(await seedServer(parley.admin)), passTime, cleanup }
    },
    supports: { websocket: true, socketIo: [socketIoTransport('Socket.IO', io)], files: true, time: true },
  })
})

describe("below a path of the host's server, without files", () => {
  testServer({
    test,
    async factory() {
      const parley = await createParley({ storage: memoryStorage(), baseUrl: '/support' })
      const server = createServer(createListener(parley))
      attachRtm(server, parley)
      const port = await listen(server)
      const cleanup = () => parley.close().then(() => void server.close())
      const people = await seedServer(parley.admin)
      return { baseUrl: `http://127.0.0.1:${port}/support/`, ...people, cleanup }
    },
    supports: { websocket: true, socketIo: [], files: false, time: false },
  })
})
