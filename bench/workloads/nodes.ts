import type { LoadName } from '../clients/loads.js'
import type { Population } from '../targets/target.js'
import type { Trial } from '../trial.js'
import { measureThroughput, type Processes, requireStored, startUnderLoad } from './throughput.js'
import { type Figures, type Metric, metric, type Workload } from './workload.js'

const counts = [1, 2, 3]

const writing = { agents: 50, customers: 50, chats: 50, agentsRead: 'own', messagesPerChat: 1 } as const
const reading = { agents: 300, customers: 1, chats: 1, agentsRead: 'every', messagesPerChat: 1 } as const

export const nodes: Workload = {
  name: 'nodes',
  title:
    'the loads of send-rtm, where each push goes to another node, and of fan-out, to 300 agents on all nodes, with 1, 2 and 3 of them',
  targets: ['nodes-postgres', 'nodes-redis'],
  metrics: [
    ...counts.flatMap(metricsWith),
    metric('busBytes', 'bytes of a push on the bus, JSON'),
    metric('clientCpu', 'client CPU at most, %'),
    metric('otherCpu', 'CPU of everything else at most, %'),
  ],
  async run(trial) {
    const measured: Figures[] = []
    for (const count of counts) measured.push(await measureWith(count, trial))
    const most = (name: string) => Math.max(...measured.map((figures) => figures[name] ?? Number.NaN))
    const all = Object.fromEntries(measured.flatMap((figures) => Object.entries(figures)))
    return { ...all, clientCpu: most('clientCpu'), otherCpu: most('otherCpu') }
  },
}

function metricsWith(count: number): readonly Metric[] {
  const there = count === 1 ? 'one node' : `${count} nodes`
  return [
    metric(`sends${count}`, `sends a second, ${there}`),
    metric(`sendMicros${count}`, '… CPU of the nodes, µs a send', 1),
    metric(`sendDatabaseMicros${count}`, '… CPU of PostgreSQL and Redis, µs a send', 1),
    metric(`deliveries${count}`, `deliveries a second, ${there}`),
    metric(`deliveryMicros${count}`, '… CPU of the nodes, µs a delivery', 2),
  ]
}

/** Measures sending and fan-out on `count` nodes. The report shows `busBytes` only for the largest number of nodes. */
async function measureWith(count: number, trial: Trial): Promise<Figures> {
  const sends = await measure(trial, 'send-rtm', { population: writing, count })
  const deliveries = await measure(trial, 'fan-out', { population: reading, count })
  const larger = (name: string) => Math.max(sends[name] ?? Number.NaN, deliveries[name] ?? Number.NaN)
  return {
    ...pick(sends, { perSecond: `sends${count}`, serverMicros: `sendMicros${count}` }),
    ...pick(sends, { databaseMicros: `sendDatabaseMicros${count}`, busBytes: 'busBytes' }),
    ...pick(deliveries, { perSecond: `deliveries${count}`, serverMicros: `deliveryMicros${count}` }),
    clientCpu: larger('clientCpu'),
    otherCpu: larger('otherCpu'),
  }
}

function pick(figures: Figures, names: Readonly<Record<string, string>>): Figures {
  return Object.fromEntries(Object.entries(names).map(([from, to]) => [to, figures[from] ?? Number.NaN]))
}

interface Scene {
  readonly population: Population
  readonly count: number
}

/** Measures a load on several nodes. Checks that everything sent was stored, and was pushed once and in order. */
async function measure(trial: Trial, load: LoadName, { population, count }: Scene): Promise<Figures> {
  const processes = await startUnderLoad(trial, load, population, count - 1)
  const figures = await measureThroughput(trial, processes)
  await requireStored(processes)
  const busBytes = await bytesOnTheBus(processes)
  await end(processes)
  return { ...figures, busBytes }
}

async function bytesOnTheBus({ started: { server } }: Processes): Promise<number> {
  const { busTraffic } = await server.ask({ kind: 'sample', collectsGarbage: false }, 'sample')
  return busTraffic.bytesPerMessage
}

async function end({ started: { server, others }, client }: Processes): Promise<void> {
  await client.end()
  await Promise.all([server, ...others.map((node) => node.server)].map((process) => process.end()))
}
