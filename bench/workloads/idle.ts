import type { ClientProcess, ServerProcess } from '../trial.js'
import { startAgain } from './after-restart.js'
import { comparedMetric, type Workload } from './workload.js'

const [few, many] = [2_000, 17_000]

export const idle: Workload = {
  name: 'idle',
  title: 'memory per logged-in idle connection: slope from 2,000 to 17,000, after garbage collection',
  targets: ['parley-sqlite', 'parley-socket-io', 'floor-sqlite', 'hand-made'],
  metrics: [
    comparedMetric('lower', 'heapKib', 'JavaScript heap, KiB per connection', 2),
    comparedMetric('lower', 'residentKib', 'resident, KiB per connection', 2),
  ],
  async run(trial) {
    const population = {
      agents: 0,
      customers: many,
      chats: 0,
      agentsRead: 'own',
      messagesPerChat: 1,
    } as const
    const started = await startAgain(trial, population)
    const client = await trial.startClient('idle', started)
    const before = await sampleWith(few, client, started.server)
    const after = await sampleWith(many, client, started.server)
    const perConnection = (bytes: number) => bytes / (many - few) / 1_024
    return {
      heapKib: perConnection(after.heapBytes - before.heapBytes),
      residentKib: perConnection(after.residentBytes - before.residentBytes),
    }
  },
}

async function sampleWith(connections: number, client: ClientProcess, server: ServerProcess) {
  await client.ask({ kind: 'open', connections }, 'done')
  return server.ask({ kind: 'sample', collectsGarbage: true }, 'sample')
}
