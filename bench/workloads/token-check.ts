import { latencyMetrics, measureThroughput, startUnderLoad, throughputMetrics } from './throughput.js'
import { allTargets, type Workload } from './workload.js'

export const tokenCheck: Workload = {
  name: 'token-check',
  title: '32 keep-alive connections ask GET {auth_url}/info about 1,000 tokens',
  targets: allTargets,
  metrics: [...throughputMetrics, ...latencyMetrics],
  async run(trial) {
    const population = {
      agents: 1_000,
      customers: 0,
      chats: 0,
      agentsRead: 'own',
      messagesPerChat: 1,
    } as const
    return measureThroughput(trial, await startUnderLoad(trial, 'token-check', population))
  },
}
