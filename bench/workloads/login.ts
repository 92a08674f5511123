import { startAgain } from './after-restart.js'
import { latencyMetrics, measureThroughput, throughputMetrics } from './throughput.js'
import { allTargets, type Workload } from './workload.js'

const customers = 10_000

export const login: Workload = {
  name: 'login',
  title: '10,000 customers with a chat each come back after a restart: connect and log in, 200 at once',
  targets: allTargets,
  metrics: [...throughputMetrics, ...latencyMetrics],
  async run(trial) {
    const population = {
      agents: 0,
      customers,
      chats: customers,
      agentsRead: 'own',
      messagesPerChat: 1,
    } as const
    const started = await startAgain(trial, population)
    const client = await trial.startClient('login', started)
    return measureThroughput(trial, { started, client })
  },
}
