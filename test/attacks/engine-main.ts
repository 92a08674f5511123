import type { Location } from '../faults/engine-process.js'
import { sendVitals } from '../faults/vitals.js'
import { attackedEngine } from './attacked-engine.js'

/** The setup of the attacked engine, passed to this program as its only argument. */
export interface AttackedSetup {
  /** Folder of the checkout whose engine is attacked. `null` means the engine of this repository. */
  readonly checkout: string | null
  readonly location: Location
  /** Directory in which the engine keeps files. */
  readonly directory: string
}

// Program of the attacked process. It starts an engine with default options, and reports its port, then its memory and
// CPU use, to the parent process.
const { checkout, location, directory }: AttackedSetup = JSON.parse(process.argv[2] ?? '')
const { createParley, serve, filesAt, storageAt } = await attackedEngine(checkout)
const parley = await createParley({ storage: storageAt(location), ...filesAt(directory) })
const { port, server } = await serve(parley, { port: 0 })
process.on('disconnect', () => process.exit())
process.send?.(port)
sendVitals(server)
