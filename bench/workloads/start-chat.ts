import { latencyMetrics, measureStoring, throughputMetrics } from './throughput.js'
import { allTargets, type Workload } from './workload.js'

/** Number of customers, large enough that none reaches 100 active chats. */
const customers = 3_000

export const startChat: Workload = {
  name: 'start-chat',
  title: '32 keep-alive connections start chats with a message each, for 3,000 customers in turn',
  targets: allTargets,
  metrics: [...throughputMetrics, ...latencyMetrics],
  async run(trial) {
    const population = { agents: 0, customers, chats: 0, agentsRead: 'own', messagesPerChat: 1 } as const
    return measureStoring(trial, 'start-chat', population)
  },
}
