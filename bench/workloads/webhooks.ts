import type { Trial } from '../trial.js'
import { WebhookReceiver } from '../webhook-receiver.js'
import {
  latencyMetrics,
  measureThroughput,
  requireStored,
  startUnderLoad,
  throughputMetrics,
} from './throughput.js'
import { type Figures, metric, type Workload } from './workload.js'

const population = {
  agents: 8,
  customers: 1_000,
  chats: 1_000,
  agentsRead: 'own',
  messagesPerChat: 1,
} as const

/** Maximum time after the load ends until every waiting delivery has arrived. */
const drainMilliseconds = 120_000

export const webhooks: Workload = {
  name: 'webhooks',
  title: 'send-http without webhooks, then with one that receives every event, until all are delivered',
  targets: ['parley-sqlite', 'parley-postgres'],
  metrics: [
    ...throughputMetrics,
    ...latencyMetrics,
    metric('withoutPerSecond', 'operations per second without a webhook'),
    metric('ratio', 'with a webhook against without', 2),
    metric('deliveriesPerSecond', 'deliveries per second, from the first to the last'),
    metric('deliveriesUnderLoad', 'deliveries per second while messages are sent'),
  ],
  async run(trial) {
    const without = await measureWithout(trial)
    const receiver = await WebhookReceiver.start()
    try {
      const figures = await measureWith(trial, receiver)
      const { perSecond = Number.NaN } = figures
      return { ...figures, withoutPerSecond: without, ratio: perSecond / without }
    } finally {
      await receiver.stop()
    }
  },
}

async function measureWithout(trial: Trial): Promise<number> {
  const processes = await startUnderLoad(trial, 'send-http', population)
  const { perSecond = Number.NaN } = await measureThroughput(trial, processes)
  await requireStored(processes)
  await processes.client.end()
  await processes.started.server.end()
  return perSecond
}

/** Measures the load with a webhook, and checks that every stored event is delivered. */
async function measureWith(trial: Trial, receiver: WebhookReceiver): Promise<Figures> {
  const processes = await startUnderLoad(trial, 'send-http', { ...population, webhookUrl: receiver.url })
  const before = receiver.count
  const figures = await measureThroughput(trial, processes)
  const deliveriesUnderLoad = ((receiver.count - before) * 1_000) / trial.milliseconds
  await requireStored(processes)
  const stored = (await processes.started.countMessages()) - processes.storedBefore
  await receiver.waitForDeliveries(stored, drainMilliseconds)
  return { ...figures, deliveriesUnderLoad, deliveriesPerSecond: receiver.perSecond }
}
