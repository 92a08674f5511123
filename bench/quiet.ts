import { cpus } from 'node:os'

const quietShare = 0.1
const probeMs = 2_000
const maxWaitMs = 1_800_000

/** Milliseconds that all cores together have worked since the machine was started. */
export function machineBusyMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
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
