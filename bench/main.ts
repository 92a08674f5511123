import { mkdir, writeFile } from 'node:fs/promises'
import { providePostgres } from '../scripts/postgres.js'
import type { ProvidedServer } from '../scripts/provided-server.js'
import { describeMachine, type Machine } from './machine.js'
import { type Options, parseOptions, usage } from './options.js'
import { reportOf } from './report.js'
import { type Round, runRounds } from './rounds.js'
import type { Target } from './targets/target.js'
import { findTarget } from './targets/targets.js'
import { endOpenTrials } from './trial.js'
import type { Workload } from './workloads/workload.js'

interface Result {
  readonly workload: string
  readonly rounds: readonly Readonly<Record<string, object>>[]
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
  try {
    const results = await runAll(options, postgres)
    if (options.json !== undefined)
      await writeFile(options.json, JSON.stringify({ machine, results }, null, 2))
  } finally {
    await postgres?.stop()
  }
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

async function runAll(options: Options, postgres: ProvidedServer | undefined): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const workload of options.workloads) {
    console.log(`\n${workload.name}: ${workload.title}`)
    const targets = targetsOf(workload, options, postgres !== undefined)
    const rounds = await runRounds(workload, targets, { ...options, postgresUrl: postgres?.url })
    console.log(`\n${reportOf(workload, targets, rounds)}`)
    results.push({ workload: workload.name, rounds: rounds.map((round: Round) => Object.fromEntries(round)) })
  }
  return results
}

function targetsOf(workload: Workload, options: Options, hasPostgres: boolean): readonly Target[] {
  const targets = (options.targets ?? workload.targets.map(findTarget)).filter(({ name }) =>
    workload.targets.includes(name),
  )
  if (hasPostgres) return targets
  console.log('No PostgreSQL on this machine: its targets are left out.')
  return targets.filter(({ storage }) => storage !== 'postgres')
}

function describe({ cpu, cores, node, kernel, loadAverage, pinned }: Machine): string {
  const where = pinned
    ? `server on core ${pinned.server}, load on core ${pinned.load}`
    : 'nothing pinned to a core'
  return `${cores} × ${cpu}, Linux ${kernel}, Node.js ${node}, load ${loadAverage.toFixed(2)}, ${where}`
}
