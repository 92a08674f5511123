import type { Location } from '../faults/engine-process.js'
import { tellVitals } from '../faults/vitals.js'
import { attackedEngine } from './attacked-engine.js'

/** Its only argument. */
export interface AttackedSetup {
  /** `null`: that of these tests. */
  readonly checkout: string | null
  readonly location: Location
  /** Of files. */
  readonly directory: string
}

// The process that is attacked, with every option at its default. It tells its parent the port, then its vitals.
const { checkout, location, directory }: AttackedSetup = JSON.parse(process.argv[2] ?? '')
const { createParley, serve, filesAt, storageAt } = await attackedEngine(checkout)
const parley = await createParley({ storage: storageAt(location), ...filesAt(directory) })
const { port, server } = await serve(parley, { port: 0 })
process.on('disconnect', () => process.exit())
process.send?.(port)
tellVitals(server)
