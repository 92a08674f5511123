import { serve } from '@parley/adapter-node'
import { createParley } from '@parley/core'
import type { Location } from './engine-process.js'
import { storageAt } from './storage-at.js'

// The process that gets killed. Its only argument is where everything is kept; it tells its parent the port.
const location: Location = JSON.parse(process.argv[2] ?? '')
// No client may be held up for being fast.
const rtm = { messagesPerSecond: 1_000_000, messageBurstCount: 1_000_000 }
const parley = await createParley({ storage: storageAt(location), rtm })
const { port } = await serve(parley, { port: 0 })
process.on('disconnect', () => process.exit())
process.send?.(port)
