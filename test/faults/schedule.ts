import { existsSync, readFileSync } from 'node:fs'

/** What a thread had of its core since it began. */
export interface Schedule {
  readonly ranNs: number
  readonly waitedNs: number
}

/** Of the main thread of a process, as Linux counts it; elsewhere nothing is known of waiting. */
export function schedule(pid: number | 'self' = 'self'): Schedule {
  const scheduleFile = `/proc/${pid}/schedstat`
  if (!existsSync(scheduleFile)) return { ranNs: 0, waitedNs: 0 }
  const [ranNs = 0, waitedNs = 0] = readFileSync(scheduleFile, 'utf8').split(' ').map(Number)
  return { ranNs, waitedNs }
}
