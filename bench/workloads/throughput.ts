import type { LoadName } from '../clients/loads.js'
import { databasesBusyMs, machineBusyMs } from '../quiet.js'
import type { Population } from '../targets/target.js'
import type { ClientProcess, ServerProcess, StartedServer, Trial } from '../trial.js'
import { comparedMetric, type Figures, type Metric, metric } from './workload.js'

const warmUpMilliseconds = 2_000

export const throughputMetrics: readonly Metric[] = [
  comparedMetric('higher', 'perSecond', 'operations per second'),
  comparedMetric('lower', 'serverMicros', 'server CPU, µs per operation', 1),
  metric('clientCpu', 'client CPU, %'),
  metric('otherCpu', 'CPU of everything else, %'),
]

export const latencyMetrics: readonly Metric[] = [
  metric('p50Micros', 'median latency, µs'),
  metric('p99Micros', '99th percentile, µs'),
]

export interface Processes {
  readonly started: StartedServer
  readonly client: ClientProcess
  /** Number of stored messages before the load began. */
  readonly storedBefore: number
}

/** Starts a server and its load, and waits until both are warm. */
export async function startUnderLoad(
  trial: Trial,
  load: LoadName,
  population: Population,
  otherNodeCount = 0,
): Promise<Processes> {
  const started = await trial.startNodes(population, otherNodeCount)
  const storedBefore = await started.countMessages()
  const client = await trial.startClient(load, started)
  await client.ask({ kind: 'open', connections: null }, 'done')
  const milliseconds = Math.min(warmUpMilliseconds, trial.milliseconds)
  await client.ask({ kind: 'measure', milliseconds, perSecond: null }, 'measured')
  return { started, client, storedBefore }
}

/** Ends the load, and checks that every acknowledged message is stored once and that nothing else is. */
export async function requireStored({ started, client, storedBefore }: Processes): Promise<void> {
  const { acknowledged } = await client.ask({ kind: 'settle' }, 'settled')
  const stored = (await started.countMessages()) - storedBefore
  if (stored !== acknowledged)
    throw new Error(`${acknowledged} messages were acknowledged, ${stored} are stored`)
}

/** Measures how many messages the server can store, and checks that all of them are stored. */
export async function measureStoring(trial: Trial, load: LoadName, population: Population): Promise<Figures> {
  const processes = await startUnderLoad(trial, load, population)
  const figures = await measureThroughput(trial, processes)
  await requireStored(processes)
  return figures
}

/** Measures how many operations the server manages. */
export async function measureThroughput(
  trial: Trial,
  { started: { server, others }, client }: Pick<Processes, 'started' | 'client'>,
): Promise<Figures> {
  const servers = [server, ...others.map((node) => node.server)]
  if (trial.profileFile !== undefined) await server.ask({ kind: 'profile', file: null }, 'done')
  const before = await cpuMicrosOf(servers)
  const databasesBefore = databasesBusyMs()
  const othersBefore = machineBusyMs() - databasesBefore
  const measure = { kind: 'measure', milliseconds: trial.milliseconds, perSecond: null } as const
  const { operations, seconds, cpuShare, figures } = await client.ask(measure, 'measured')
  const databasesAfter = databasesBusyMs()
  const busyMs = machineBusyMs() - databasesAfter - othersBefore
  const after = await cpuMicrosOf(servers)
  if (trial.profileFile !== undefined) await server.ask({ kind: 'profile', file: trial.profileFile }, 'done')
  const serverMicros = after - before
  return {
    ...figures,
    perSecond: operations / seconds,
    serverMicros: serverMicros / operations,
    databaseMicros: ((databasesAfter - databasesBefore) * 1_000) / operations,
    serverCpu: serverMicros / seconds / 10_000,
    clientCpu: cpuShare * 100,
    otherCpu: busyMs / seconds / 10 - serverMicros / seconds / 10_000 - cpuShare * 100,
  }
}

/** Returns the total CPU time of the servers since they began, in microseconds. */
async function cpuMicrosOf(servers: readonly ServerProcess[]): Promise<number> {
  const ask = (server: ServerProcess) => server.ask({ kind: 'sample', collectsGarbage: false }, 'sample')
  const samples = await Promise.all(servers.map(ask))
  return samples.reduce((sum, { cpuMicros }) => sum + cpuMicros, 0)
}
