import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Cores {
  readonly server: number
  readonly load: number
  /** Cores for further nodes. */
  readonly others: readonly number[]
}

/**
 * One core for the server with all its threads, and one for the load, so that neither slows the other and the server's
 * threads cannot use a second core. `undefined` when the machine has only one core, or no taskset(1).
 */
export const cores: Cores | undefined = findCores()

/** Returns the core of a node. Each node has its own, unless there are fewer cores than nodes. */
export function coreOfNode({ server, others }: Cores, index: number): number {
  const place = index % (1 + others.length)
  return others[place - 1] ?? server
}

function findCores(): Cores | undefined {
  const [server, load, ...others] = allowedCores()
  if (server === undefined || load === undefined) return undefined
  return spawnSync('taskset', ['--version']).status === 0 ? { server, load, others } : undefined
}

/** Returns the cores that this process may use. Linux lists them in ranges such as `0-3,8`, see proc_pid_status(5). */
function allowedCores(): readonly number[] {
  try {
    const status = readFileSync('/proc/self/status', 'utf8')
    const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? ''
    return list.split(',').flatMap((range) => {
      const [first = Number.NaN, last = first] = range.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    })
  } catch {
    return []
  }
}
