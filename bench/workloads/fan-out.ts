import { measureThroughput, requireStored, startUnderLoad, throughputMetrics } from './throughput.js'
import { metric, type Workload } from './workload.js'

const messagesPerSecond = 20

export const fanOut: Workload = {
  name: 'fan-out',
  title:
    'one customer writes to 1,000 agent sockets: deliveries with 4 messages outstanding, latency at 20/s',
  targets: ['parley-sqlite', 'parley-socket-io', 'floor-sqlite', 'hand-made'],
  metrics: [
    ...throughputMetrics,
    metric('deliveryP50Micros', 'median delivery at 20 messages/s, µs'),
    metric('deliveryP99Micros', '99th percentile at 20 messages/s, µs'),
  ],
  async run(trial) {
    const population = {
      agents: 1_000,
      customers: 1,
      chats: 1,
      agentsRead: 'every',
      messagesPerChat: 1,
    } as const
    const processes = await startUnderLoad(trial, 'fan-out', population)
    const throughput = await measureThroughput(trial, processes)
    const measure = {
      kind: 'measure',
      milliseconds: trial.milliseconds,
      perSecond: messagesPerSecond,
    } as const
    const { figures } = await processes.client.ask(measure, 'measured')
    await requireStored(processes)
    return {
      ...throughput,
      deliveryP50Micros: figures.p50Micros ?? Number.NaN,
      deliveryP99Micros: figures.p99Micros ?? Number.NaN,
    }
  },
}
