import type { Trial } from '../trial.js'
import { decisionMetrics, measureDecision } from './routing-decision.js'
import { measureThroughput, startUnderLoad } from './throughput.js'
import { type Figures, type Metric, metric, type Workload } from './workload.js'

interface Size {
  readonly agents: number
  /** Number of waiting threads. It stays the same, because a new one begins for each that is assigned. */
  readonly waiting: number
}

const small: Size = { agents: 10, waiting: 100 }
const large: Size = { agents: 1_000, waiting: 10_000 }
/** Rate at which agents close their chats in the timed measurement. */
const perSecond = 20

export const routing: Workload = {
  name: 'routing',
  title:
    `agents close their only chat and are given the next one, with ${small.agents} agents and ${small.waiting} waiting, ` +
    `and with ${large.agents} and ${large.waiting}: as fast as it goes, then at ${perSecond}/s; and the decision alone`,
  targets: ['parley-sqlite', 'parley-postgres'],
  metrics: [
    ...metricsOf('Small', small),
    ...metricsOf('Large', large),
    metric('endToEndRatio', 'times as long', 2),
    ...decisionMetrics,
  ],
  async run(trial): Promise<Figures> {
    const before = await measureAt(small, 'Small', trial)
    const after = await measureAt(large, 'Large', trial)
    const endToEndRatio = (before.perSecondSmall ?? Number.NaN) / (after.perSecondLarge ?? Number.NaN)
    return { ...before, ...after, endToEndRatio, ...measureDecision(trial.milliseconds) }
  },
}

function metricsOf(suffix: string, { agents, waiting }: Size): readonly Metric[] {
  const setting = `with ${agents} agents and ${waiting} waiting`
  return [
    metric(`perSecond${suffix}`, `assignments a second ${setting}`),
    metric(`serverMicros${suffix}`, 'server CPU, µs an assignment', 1),
    metric(`p50Micros${suffix}`, `median at ${perSecond}/s, µs`),
    metric(`p99Micros${suffix}`, `99th percentile at ${perSecond}/s, µs`),
  ]
}

async function measureAt({ agents, waiting }: Size, suffix: string, trial: Trial): Promise<Figures> {
  const chats = agents + waiting
  const population = { agents, customers: waiting, chats, agentsRead: 'waiting', messagesPerChat: 0 } as const
  const processes = await startUnderLoad(trial, 'routing', population)
  const throughput = await measureThroughput(trial, processes)
  const measure = { kind: 'measure', milliseconds: trial.milliseconds, perSecond } as const
  const { figures } = await processes.client.ask(measure, 'measured')
  await processes.client.end()
  await processes.started.server.end()
  const { p50Micros = Number.NaN, p99Micros = Number.NaN } = figures
  const { perSecond: flood = Number.NaN, serverMicros = Number.NaN } = throughput
  return {
    [`perSecond${suffix}`]: flood,
    [`serverMicros${suffix}`]: serverMicros,
    [`p50Micros${suffix}`]: p50Micros,
    [`p99Micros${suffix}`]: p99Micros,
  }
}
