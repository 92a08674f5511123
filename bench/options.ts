import { parseArgs } from 'node:util'
import type { Target } from './targets/target.js'
import { findTarget } from './targets/targets.js'
import type { Workload } from './workloads/workload.js'
import { workloads } from './workloads/workloads.js'

export interface Options {
  readonly workloads: readonly Workload[]
  /** Targets to measure; `undefined` for those of each workload. */
  readonly targets: readonly Target[] | undefined
  readonly seconds: number
  readonly rounds: number
  /** Whether to wait until the machine is idle, and to repeat disturbed measurements. */
  readonly quiet: boolean
  readonly json: string | undefined
  /** Folder for CPU profiles of the servers. */
  readonly profile: string | undefined
}

export const usage = `npm run bench -- <${workloads.map(({ name }) => name).join('|')}|all>
  [--seconds 5] [--rounds 5] [--targets a,b] [--quiet] [--json FILE] [--profile FOLDER]`

export function parseOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '5' },
      targets: { type: 'string' },
      quiet: { type: 'boolean', default: false },
      json: { type: 'string' },
      profile: { type: 'string' },
    },
  })
  return {
    workloads: chosenWorkloads(positionals),
    targets: values.targets?.split(',').map(findTarget),
    seconds: positive('seconds', values.seconds),
    rounds: positive('rounds', values.rounds),
    quiet: values.quiet,
    json: values.json,
    profile: values.profile,
  }
}

function chosenWorkloads(names: readonly string[]): readonly Workload[] {
  if (names.length === 0) throw new TypeError('name a workload')
  return names.flatMap((name) => {
    const found = workloads.filter((workload) => name === 'all' || workload.name === name)
    if (found.length === 0) throw new TypeError(`there is no workload ${name}`)
    return found
  })
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (value > 0 && Number.isFinite(value)) return value
  throw new TypeError(`--${name} must be a positive number`)
}
