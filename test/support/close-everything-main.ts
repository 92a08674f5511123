import { serve } from '@parley/adapter-node'
import { createParley } from '@parley/core'
import { memoryStorage } from '@parley/storage-memory'
import { WebSocket } from 'ws'

// Runs as a process of its own, which must exit on its own once everything is closed, without `process.exit`.
const parley = await createParley({ storage: memoryStorage() })
const server = await serve(parley, { port: 0 })
const { id: licenseId } = await parley.admin.licenses.create({ name: 'Test' })
const response = await fetch(`${server.url}/agent/v0.4/action/send_event`, { method: 'POST' })
await response.text()
const websocket = new WebSocket(
  `${server.url.replace('http', 'ws')}/customer/v0.5/rtm/ws?license_id=${licenseId}`,
)
await new Promise((resolve) => websocket.once('open', resolve))
const code = new Promise((resolve) => websocket.once('close', resolve))
await parley.close()
await server.close()
console.log(JSON.stringify({ status: response.status, code: await code }))
