import { existsSync, readFileSync } from 'node:fs'

/** Scheduling statistics of a thread since it began. */
export interface Schedule {
  readonly ranNs: number
  readonly waitedNs: number
}

/**
 * Returns the statistics of the main thread of a process, as Linux counts them. Elsewhere the waiting time is unknown.
 */
export function schedule(pid: number | 'self' = 'self'): Schedule {
  const scheduleFile = `/proc/${pid}/schedstat`
  if (!existsSync(scheduleFile)) return { ranNs: 0, waitedNs: 0 }
  const [ranNs = 0, waitedNs = 0] = readFileSync(scheduleFile, 'utf8').split(' ').map(Number)
  return { ranNs, waitedNs }
}
