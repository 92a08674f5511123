import { once } from 'node:events'
import { createServer } from 'node:http'
import { attachRtm, createListener, serve } from '@parley/adapter-node'
import { createParley, type Parley } from '@parley/core'
import type { ClosingReport, ClosingSetup } from './closing-process.js'
import { schedule } from './schedule.js'
import { storageAt } from './storage-at.js'

interface Serving {
  readonly port: number
  readonly close: () => Promise<unknown>
}

// The process that is closed. Its only argument is its setup. It sends its port to the parent process, closes when it
// receives any message, and sends how long that took. Then it has to exit on its own: nothing may keep it running.
const { location, order, drainMs }: ClosingSetup = JSON.parse(process.argv[2] ?? '')
const parley = await createParley({ storage: storageAt(location) })
const { port, close } = await (order === 'with a server of the host' ? serveAsHost : serveAlone)(parley)
process.once('message', async () => {
  const startedAt = performance.now()
  const { waitedNs } = schedule()
  await close()
  const report: ClosingReport = {
    closedMs: performance.now() - startedAt,
    starvedMs: (schedule().waitedNs - waitedNs) / 1_000_000,
  }
  process.send?.(report)
  process.disconnect()
})
process.send?.(port)

async function serveAlone(parley: Parley): Promise<Serving> {
  const server = await serve(parley, { port: 0 })
  const closeEngine = () => parley.close({ drainMs })
  const closeServer = () => server.close({ drainMs })
  const close = async () => {
    if (order === 'engine first') await closeEngine()
    if (order === 'server first') await closeServer()
    await Promise.all([closeEngine(), closeServer()])
  }
  return { port: server.port, close }
}

async function serveAsHost(parley: Parley): Promise<Serving> {
  const server = createServer(createListener(parley))
  attachRtm(server, parley)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const close = async () => {
    await parley.close({ drainMs })
    server.close()
    server.closeAllConnections()
  }
  return { port, close }
}
