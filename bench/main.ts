import { mkdir, writeFile } from 'node:fs/promises'
import { providePostgres } from '../scripts/postgres.js'
import { provideRedis } from '../scripts/redis.js'
import { readBaseline, writeBaseline } from './baseline.js'
import type { DatabaseServers } from './databases.js'
import { gateRatios, gateReport, isLoss, verdictsOf } from './gate.js'
import { describeMachine, type Machine } from './machine.js'
import { type Options, parseOptions, usage } from './options.js'
import { reportOf } from './report.js'
import { type Round, runRounds } from './rounds.js'
import type { Target } from './targets/target.js'
import { findTarget } from './targets/targets.js'
import { endOpenTrials } from './trial.js'
import type { Workload } from './workloads/workload.js'

interface Result {
  readonly workload: Workload
  readonly rounds: readonly Round[]
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => endOpenTrials().finally(() => process.exit(1)))
}

await main()

async function main(): Promise<void> {
  const options = readOptions()
  if (options === undefined) return
  const machine = describeMachine()
  console.log(describe(machine))
  if (options.profile !== undefined) await mkdir(options.profile, { recursive: true })
  const postgres = await providePostgres()
  const redis = await provideRedis()
  try {
    const results = await runAll(options, { postgresUrl: postgres?.url, redisUrl: redis?.url })
    if (options.json !== undefined)
      await writeFile(options.json, JSON.stringify({ machine, results: results.map(toPlain) }, null, 2))
    if (options.mode !== 'measure') await judge(options, machine, results)
  } finally {
    await postgres?.stop()
    await redis?.stop()
  }
}

/** Compares the results with the baseline, or makes them the baseline. */
async function judge(
  { mode, rounds }: Options,
  { cpu, cores, node, kernel }: Machine,
  results: readonly Result[],
): Promise<void> {
  const ratios = results.flatMap((result) => gateRatios(result.workload, result.rounds))
  if (mode === 'baseline') {
    const measuredOn = new Date().toISOString().slice(0, 10)
    await writeBaseline({ measuredOn, rounds, machine: { cpu, cores, node, kernel }, ratios })
    return
  }
  const baseline = await readBaseline()
  const verdicts = verdictsOf(ratios, baseline.ratios)
  console.log(`\nCompared with the baseline of ${baseline.measuredOn} (${baseline.rounds} rounds):\n`)
  console.log(gateReport(verdicts))
  if (verdicts.some(isLoss)) process.exitCode = 1
}

function readOptions(): Options | undefined {
  try {
    return parseOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`)
    process.exitCode = 1
    return undefined
  }
}

async function runAll(options: Options, servers: DatabaseServers): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const workload of options.workloads) {
    console.log(`\n${workload.name}: ${workload.title}`)
    const targets = targetsOf(workload, options, servers)
    const rounds = await runRounds(workload, targets, { ...options, ...servers })
    console.log(`\n${reportOf(workload, targets, rounds)}`)
    results.push({ workload, rounds })
  }
  return results
}

function toPlain({ workload, rounds }: Result): object {
  return { workload: workload.name, rounds: rounds.map((round) => Object.fromEntries(round)) }
}

function targetsOf(
  workload: Workload,
  options: Options,
  { postgresUrl, redisUrl }: DatabaseServers,
): readonly Target[] {
  const targets = (options.targets ?? workload.targets.map(findTarget)).filter(({ name }) =>
    workload.targets.includes(name),
  )
  const needsPostgres = ({ storage }: Target) => storage === 'postgres' && postgresUrl === undefined
  const needsRedis = ({ usesRedis }: Target) => usesRedis === true && redisUrl === undefined
  if (targets.some(needsPostgres)) console.log('No PostgreSQL on this machine: its targets are left out.')
  if (targets.some(needsRedis)) console.log('No Redis on this machine: its targets are left out.')
  return targets.filter((target) => !needsPostgres(target) && !needsRedis(target))
}

function describe({ cpu, cores, node, kernel, loadAverage, pinned }: Machine): string {
  const where = pinned
    ? `server on core ${pinned.server}, load on core ${pinned.load}`
    : 'nothing pinned to a core'
  return `${cores} × ${cpu}, Linux ${kernel}, Node.js ${node}, load ${loadAverage.toFixed(2)}, ${where}`
}
