import { serve } from '@parley/adapter-node'
import { createParleyWith } from '@parley/core/testing'
import { unhurriedRates } from '../support/rates.js'
import type { EngineSetup } from './engine-process.js'
import { storageAt } from './storage-at.js'
import { sendVitals } from './vitals.js'

// The process of the engine under test. Its only argument is its setup. It sends its port to the parent process, and
// then its vitals.
const {
  location,
  timeouts = {},
  rtm = {},
  rates = unhurriedRates,
  webhooks = {},
  fixed = {},
}: EngineSetup = JSON.parse(process.argv[2] ?? '')
// Raises the rate limit of connections, so that fast clients are not slowed down.
const rate = { messagesPerSecond: 1_000_000 }
const parley = await createParleyWith(fixed, {
  ...{ storage: storageAt(location), timeouts, rates },
  rtm: { ...rtm, ...rate },
  webhooks,
})
const { port, server } = await serve(parley, { port: 0 })
process.on('disconnect', () => process.exit())
process.send?.(port)
sendVitals(server)
