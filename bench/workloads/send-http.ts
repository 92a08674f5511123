import { latencyMetrics, measureStoring, throughputMetrics } from './throughput.js'
import { allTargets, type Workload } from './workload.js'

export const sendHttp: Workload = {
  name: 'send-http',
  title: '32 keep-alive connections post 120-byte messages into 1,000 chats',
  targets: allTargets,
  metrics: [...throughputMetrics, ...latencyMetrics],
  async run(trial) {
    const population = {
      agents: 8,
      customers: 1_000,
      chats: 1_000,
      agentsRead: 'own',
      messagesPerChat: 1,
    } as const
    return measureStoring(trial, 'send-http', population)
  },
}
