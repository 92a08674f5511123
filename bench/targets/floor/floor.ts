import { once } from 'node:events'
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { portOf } from '../../port.js'
import type { Database } from '../../processes/messages.js'
import type { RunningTarget, TargetCode } from '../target.js'
import { FloorChat } from './floor-chat.js'
import { answerHttp } from './floor-http.js'
import { FloorSocket } from './floor-socket.js'
import type { Journal } from './journal.js'
import { seedJournal, usersOf } from './population.js'
import { TurnWriter } from './turn-writer.js'

/**
 * Creates a target with the least code that does the same durable work: no checks, no versions, no views, no options.
 */
export function floorOn(open: (database: Database) => Promise<Journal>): TargetCode {
  return {
    async seed(database, population) {
      const journal = await open(database)
      const world = await seedJournal(journal, population)
      await journal.close()
      return world
    },
    async start(database, seeded) {
      const journal = await open(database)
      return serveFloor(journal, new FloorChat(journal, seeded === null ? new Map() : usersOf(seeded)))
    },
  }
}

async function serveFloor(journal: Journal, chat: FloorChat): Promise<RunningTarget> {
  const writer = new TurnWriter()
  const server = createServer((request, response) => answerHttp(chat, request, response))
  const websockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    clientTracking: false,
    WebSocket: FloorSocket,
  })
  server.on('upgrade', (request, socket, head) => {
    websockets.handleUpgrade(request, socket, head, (websocket) => websocket.begin(chat, socket, writer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server),
    async close() {
      server.close()
      server.closeAllConnections()
      await journal.close()
    },
  }
}
