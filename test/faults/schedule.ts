import { existsSync, readFileSync } from 'node:fs'

/** What a thread had of its core since it began. */
export interface Schedule {
  readonly ranNs: number
  readonly waitedNs: number
}

const scheduleFile = '/proc/self/schedstat'

/** Of the main thread, as Linux counts it; elsewhere nothing is known of waiting. */
export function schedule(): Schedule {
  if (!existsSync(scheduleFile)) return { ranNs: 0, waitedNs: 0 }
  const [ranNs = 0, waitedNs = 0] = readFileSync(scheduleFile, 'utf8').split(' ').map(Number)
  return { ranNs, waitedNs }
}
