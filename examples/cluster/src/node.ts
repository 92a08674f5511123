// One node, as your own server could be. All nodes share the two addresses.
import { serve } from '@parley/adapter-node'
import { attachSocketIo } from '@parley/adapter-socketio'
import { redisBus } from '@parley/bus-redis'
import { createParley } from '@parley/core'
import { postgresStorage } from '@parley/storage-postgres'

const [postgres = '', redis = '', prefix = ''] = process.argv.slice(2)

const parley = await createParley({
  storage: postgresStorage({ connectionString: postgres }),
  bus: redisBus({ redis, prefix }),
  // The proxy in front passes on the address of the client.
  trustProxy: 1,
})
const server = await serve(parley, { port: 0 })
const socketIo = attachSocketIo(server.server, parley)
process.send?.(server.port)

async function close(): Promise<void> {
  await parley.close()
  await socketIo.close()
  await server.close()
  process.disconnect()
}

process.once('SIGTERM', close)
// Ends the node when the process that started it has ended.
process.once('disconnect', () => process.exit())
