import { parseArgs } from 'node:util'
import { gateTargets, gateWorkloads } from './gate.js'
import type { Target } from './targets/target.js'
import { findTarget } from './targets/targets.js'
import type { Workload } from './workloads/workload.js'
import { workloads } from './workloads/workloads.js'

export interface Options {
  /** Use of the results: they are shown, compared with the baseline, or become the baseline. */
  readonly mode: 'measure' | 'gate' | 'baseline'
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
  [--seconds 5] [--rounds 5] [--targets a,b] [--quiet] [--json FILE] [--profile FOLDER]
npm run bench -- gate      compares the hot paths with bench/baseline.json: 15 rounds of 2 s
npm run bench -- baseline  replaces bench/baseline.json, for a release`

export function parseOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      targets: { type: 'string' },
      quiet: { type: 'boolean', default: false },
      json: { type: 'string' },
      profile: { type: 'string' },
    },
  })
  const mode = modeOf(positionals)
  const isGate = mode !== 'measure'
  const names = isGate && positionals.length === 1 ? gateWorkloads : positionals.slice(isGate ? 1 : 0)
  return {
    mode,
    workloads: chosenWorkloads(names),
    targets: (values.targets?.split(',') ?? (isGate ? gateTargets : undefined))?.map(findTarget),
    seconds: positive('seconds', values.seconds ?? (isGate ? '2' : '5')),
    rounds: positive('rounds', values.rounds ?? (isGate ? '15' : '5')),
    quiet: values.quiet,
    json: values.json,
    profile: values.profile,
  }
}

function modeOf([first]: readonly string[]): Options['mode'] {
  return first === 'gate' || first === 'baseline' ? first : 'measure'
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
