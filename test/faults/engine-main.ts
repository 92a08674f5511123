import { serve } from '@parley/adapter-node'
import { createParleyWith } from '@parley/core/testing'
import { unhurriedRates } from '../support/rates.js'
import type { EngineSetup } from './engine-process.js'
import { storageAt } from './storage-at.js'
import { tellVitals } from './vitals.js'

// The process that suffers. Its only argument is its setup; it tells its parent the port, then its vitals.
const {
  location,
  timeouts = {},
  rtm = {},
  rates = unhurriedRates,
  webhooks = {},
  fixed = {},
}: EngineSetup = JSON.parse(process.argv[2] ?? '')
// No client may be held up for being fast.
const rate = { messagesPerSecond: 1_000_000 }
const parley = await createParleyWith(fixed, {
  ...{ storage: storageAt(location), timeouts, rates },
  rtm: { ...rtm, ...rate },
  webhooks,
})
const { port, server } = await serve(parley, { port: 0 })
process.on('disconnect', () => process.exit())
process.send?.(port)
tellVitals(server)
