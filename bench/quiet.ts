import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

const clockTickMs = 10
const databases: ReadonlySet<string> = new Set(['postgres', 'redis-server'])
const quietShare = 0.1
const probeMs = 2_000
const maxWaitMs = 1_800_000

/** Returns the milliseconds that all cores together have worked since the machine was started. */
export function machineBusyMs(): number {
  return linuxBusyMs() ?? cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0)
}

/**
 * Reads the busy time from proc_stat(5). Unlike `os.cpus()` it includes soft interrupts, a large part of the cost of
 * loopback traffic.
 */
function linuxBusyMs(): number | undefined {
  try {
    const [total = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = total.split(/ +/).slice(1).map(Number)
    return (user + nice + system + irq + softirq) * clockTickMs
  } catch {
    return undefined
  }
}

/** Returns the CPU time of the PostgreSQL and Redis processes in milliseconds; 0 when the system does not report it. */
export function databasesBusyMs(): number {
  return processIds().reduce((sum, id) => sum + busyMsOf(id), 0)
}

function processIds(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/**
 * Reads the CPU time of a process from proc_pid_stat(5). User and system time are 12 and 13 fields after the name in
 * parentheses.
 */
function busyMsOf(processId: string): number {
  try {
    const [, name, rest = ''] =
      /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${processId}/stat`, 'utf8')) ?? []
    if (name === undefined || !databases.has(name)) return 0
    const [user = 0, system = 0] = rest.split(' ').slice(11, 13).map(Number)
    return (user + system) * clockTickMs
  } catch {
    // The process has ended in the meantime.
    return 0
  }
}

/** Resolves once other processes no longer use the machine. Rejects after half an hour. */
export async function waitForQuiet(): Promise<void> {
  const giveUpAt = Date.now() + maxWaitMs
  while ((await busyShare()) > quietShare) {
    if (Date.now() > giveUpAt) throw new Error('the machine did not become quiet within half an hour')
  }
}

/** Returns how many cores are busy: 2 when two work all the time. */
async function busyShare(): Promise<number> {
  const before = machineBusyMs()
  const startedAt = performance.now()
  await new Promise((resolve) => setTimeout(resolve, probeMs))
  return (machineBusyMs() - before) / (performance.now() - startedAt)
}
