import { localFiles, serve } from '@parley/adapter-node'
import { createParley } from '@parley/core'
import { unhurriedRates } from '../support/rates.js'
import type { EngineSetup } from './engine-process.js'
import { storageAt } from './storage-at.js'
import { sendVitals } from './vitals.js'

// An engine that stores files. Its only argument is its setup. It sends its port to the parent process, and then its
// vitals.
const { location, directory }: EngineSetup & { readonly directory: string } = JSON.parse(
  process.argv[2] ?? '',
)
const parley = await createParley({
  storage: storageAt(location),
  files: localFiles({ directory }),
  rates: unhurriedRates,
})
const { port, server } = await serve(parley, { port: 0 })
process.on('disconnect', () => process.exit())
process.send?.(port)
sendVitals(server)
