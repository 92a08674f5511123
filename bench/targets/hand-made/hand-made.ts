import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'socket.io'
import { portOf } from '../../port.js'
import type { Database } from '../../processes/messages.js'
import type { RunningTarget, TargetCode } from '../target.js'
import { ChatDatabase } from './database.js'
import { createRealtime } from './realtime.js'
import { createApp } from './rest.js'

/** A chat server as one would write it by hand in an afternoon, with Socket.IO, Express and better-sqlite3. */
export const handMade: TargetCode = {
  async seed({ directory }, population) {
    const database = new ChatDatabase(directory)
    const world = database.provision(population)
    database.close()
    return world
  },
  start: (database) => startHandMade(database),
}

async function startHandMade({ directory }: Database): Promise<RunningTarget> {
  const database = new ChatDatabase(directory)
  const server = createServer()
  const io: Server = createRealtime(server, database)
  server.on('request', createApp(database, io))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server),
    async close() {
      server.closeAllConnections()
      await io.close()
      database.close()
    },
  }
}
