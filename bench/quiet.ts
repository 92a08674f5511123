import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

const clockTickMs = 10
const databases: ReadonlySet<string> = new Set(['postgres', 'redis-server'])
const quietShare = 0.1
const probeMs = 2_000
const maxWaitMs = 1_800_000

/** Milliseconds that all cores together have worked since the machine was started. */
export function machineBusyMs(): number {
  return linuxBusyMs() ?? cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0)
}

/** proc_stat(5): unlike `os.cpus()` it knows what soft interrupts took, which is much of what loopback costs. */
function linuxBusyMs(): number | undefined {
  try {
    const [total = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = total.split(/ +/).slice(1).map(Number)
    return (user + nice + system + irq + softirq) * clockTickMs
  } catch {
    return undefined
  }
}

/** What the processes of PostgreSQL and Redis had of it; 0 where the system does not tell. */
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

/** proc_pid_stat(5): the name in parentheses, user and system time 12 and 13 fields after it. */
function busyMsOf(processId: string): number {
  try {
    const [, name, rest = ''] =
      /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${processId}/stat`, 'utf8')) ?? []
    if (name === undefined || !databases.has(name)) return 0
    const [user = 0, system = 0] = rest.split(' ').slice(11, 13).map(Number)
    return (user + system) * clockTickMs
  } catch {
    // It has ended meanwhile.
    return 0
  }
}

/** Resolves once nobody else uses the machine; gives up after half an hour. */
export async function waitForQuiet(): Promise<void> {
  const giveUpAt = Date.now() + maxWaitMs
  while ((await busyShare()) > quietShare) {
    if (Date.now() > giveUpAt) throw new Error('the machine did not become quiet within half an hour')
  }
}

/** In cores: 2 when two are busy. */
async function busyShare(): Promise<number> {
  const before = machineBusyMs()
  const startedAt = performance.now()
  await new Promise((resolve) => setTimeout(resolve, probeMs))
  return (machineBusyMs() - before) / (performance.now() - startedAt)
}
