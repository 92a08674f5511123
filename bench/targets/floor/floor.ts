import { once } from 'node:events'
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { portOf } from '../../port.js'
import type { Population, RunningTarget, World } from '../target.js'
import { FloorChat } from './floor-chat.js'
import { answerHttp } from './floor-http.js'
import { FloorSocket } from './floor-socket.js'
import type { Journal } from './journal.js'
import { TurnWriter } from './turn-writer.js'

/** The least code that does the same durable work: no checks, no versions, no views, nothing configurable. */
export async function startFloor(journal: Journal): Promise<RunningTarget> {
  const chat = new FloorChat(journal)
  const writer = new TurnWriter()
  const server = createServer((request, response) => answerHttp(chat, request, response))
  const websockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, clientTracking: false })
  server.on('upgrade', (request, socket, head) => {
    websockets.handleUpgrade(request, socket, head, (websocket) => {
      const receiver = new FloorSocket(chat, socket, writer)
      websocket.on('message', (data) => receiver.receive(String(data)))
      websocket.on('close', () => receiver.leave())
      websocket.on('error', () => {})
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server),
    provision: (population: Population): Promise<World> => chat.provision(population),
    async close() {
      server.close()
      server.closeAllConnections()
      await journal.close()
    },
  }
}
