import { latencyMetrics, measureStoring, throughputMetrics } from './throughput.js'
import { allTargets, metric, type Workload } from './workload.js'

export const sendRtm: Workload = {
  name: 'send-rtm',
  title: '50 agents with one message under way each, pushed to the customer of the chat',
  targets: allTargets,
  metrics: [...throughputMetrics, ...latencyMetrics, metric('pushesPerOperation', 'pushes per operation', 2)],
  async run(trial) {
    const population = {
      agents: 50,
      customers: 50,
      chats: 50,
      agentsRead: 'own',
      messagesPerChat: 1,
    } as const
    return measureStoring(trial, 'send-rtm', population)
  },
}
