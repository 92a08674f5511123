import { availableParallelism, cpus, loadavg, release } from 'node:os'
import { type Cores, cores } from './cores.js'

export interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly node: string
  readonly kernel: string
  /** Average number of running processes in the minute before the first round. */
  readonly loadAverage: number
  /** Cores of the server and the load; `null` when the system chooses them. */
  readonly pinned: Cores | null
}

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    node: process.version,
    kernel: release(),
    loadAverage: loadavg()[0] ?? Number.NaN,
    pinned: cores ?? null,
  }
}
