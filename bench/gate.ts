import { ratiosOf } from './ratios.js'
import type { Round } from './rounds.js'
import { median } from './statistics.js'
import type { Workload } from './workloads/workload.js'

/** Median of a metric of Parley divided by that of its floor. */
export interface GateRatio {
  readonly workload: string
  readonly target: string
  readonly metric: string
  readonly better: 'higher' | 'lower'
  readonly ratio: number
}

/** A ratio compared with that of the baseline. `loss` is the worsening as a share of the baseline; negative for gains. */
export interface Verdict extends GateRatio {
  readonly baseline: number
  readonly loss: number
}

/** Largest loss that counts as noise of 15 quiet rounds. The baseline is fixed, so small losses add up against it. */
export const toleratedLoss = 0.05

/** Targets that the gate compares, each with its floor. */
const floors: Readonly<Record<string, string>> = {
  'parley-sqlite': 'floor-sqlite',
  'parley-postgres': 'floor-postgres',
}

export const gateTargets: readonly string[] = Object.entries(floors).flat()

/** Workloads of the gate: the hot paths. */
export const gateWorkloads: readonly string[] = [
  'send-http',
  'send-rtm',
  'fan-out',
  'login',
  'idle',
  'token-check',
]

/** Returns the median ratios to the floor of all compared metrics of a workload. */
export function gateRatios(
  { name: workload, metrics }: Workload,
  rounds: readonly Round[],
): readonly GateRatio[] {
  return Object.entries(floors).flatMap(([target, floor]) =>
    metrics.flatMap(({ name: metric, better }) => {
      if (better === undefined) return []
      const ratios = ratiosOf(rounds, metric, target, floor)
      return ratios.length === 0 ? [] : [{ workload, target, metric, better, ratio: median(ratios) }]
    }),
  )
}

/** Compares ratios with those of the baseline. Ratios that only one of them has are left out. */
export function verdictsOf(ratios: readonly GateRatio[], baseline: readonly GateRatio[]): readonly Verdict[] {
  return ratios.flatMap((now) => {
    const before = baseline.find((one) => isSame(one, now))
    if (before === undefined) return []
    const change = now.ratio / before.ratio - 1
    return [{ ...now, baseline: before.ratio, loss: now.better === 'higher' ? -change : change }]
  })
}

export function isLoss({ loss }: Verdict): boolean {
  return loss > toleratedLoss
}

/** Returns a Markdown table of the verdicts. */
export function gateReport(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map((verdict) => {
    const { workload, target, metric, ratio, baseline, loss } = verdict
    const percent = `${loss > 0 ? '-' : '+'}${(Math.abs(loss) * 100).toFixed(1)} %`
    const figures = [baseline.toFixed(3), ratio.toFixed(3), percent]
    return [workload, target, metric, ...figures, isLoss(verdict) ? 'LOSS' : 'ok']
  })
  const head = ['workload', 'target', 'metric', 'baseline ÷ floor', 'now ÷ floor', 'change', '']
  const rule = ['---', '---', '---', '--:', '--:', '--:', '---']
  return [head, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

function isSame(one: GateRatio, other: GateRatio): boolean {
  return one.workload === other.workload && one.target === other.target && one.metric === other.metric
}
