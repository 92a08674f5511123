import { ratiosOf } from './ratios.js'
import type { Round } from './rounds.js'
import { median, spread } from './statistics.js'
import type { Target } from './targets/target.js'
import { findTarget } from './targets/targets.js'
import type { Metric, Workload } from './workloads/workload.js'

const busyClientPercent = 85

/** Returns a Markdown table with a row for each metric and a column for each target. */
export function reportOf(workload: Workload, targets: readonly Target[], rounds: readonly Round[]): string {
  const names = targets.map(({ name }) => name)
  const rows = workload.metrics.flatMap((metric) => {
    const row = [metric.title, ...names.map((name) => middleOf(metric, valuesOf(rounds, name, metric)))]
    return metric.better !== undefined ? [row, ...comparisons(metric, names, rounds)] : [row]
  })
  const table = [[workload.name, ...names], ['---', ...names.map(() => '--:')], ...rows]
  const warnings = names.flatMap((name) => clientWarnings(name, rounds))
  return [...table.map((row) => `| ${row.join(' | ')} |`), '', ...warnings].join('\n')
}

/** Returns the values of a metric, or `undefined` when the target was not part of the rounds. */
function valuesOf(
  rounds: readonly Round[],
  target: string,
  { name }: Pick<Metric, 'name'>,
): readonly number[] {
  return rounds.flatMap((round) => round.get(target)?.[name] ?? [])
}

function middleOf({ decimals }: Metric, values: readonly number[]): string {
  if (values.length === 0) return ''
  return `${withThousands(median(values), decimals)} ±${Math.round(spread(values) * 100)} %`
}

function withThousands(value: number, decimals: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

function comparisons(
  metric: Metric,
  names: readonly string[],
  rounds: readonly Round[],
): readonly (readonly string[])[] {
  const toFloor = names.map((name) => ratio(metric, name, `floor-${findTarget(name).storage}`, rounds))
  const toHandMade = names.map((name) => ratio(metric, name, 'hand-made', rounds))
  return [
    ['… ÷ its floor', ...toFloor],
    ['… ÷ hand-made', ...toHandMade],
  ]
}

function ratio(metric: Metric, name: string, base: string, rounds: readonly Round[]): string {
  const isSameStorage = findTarget(name).storage === findTarget(base).storage
  if (name === base || !isSameStorage) return ''
  const ratios = ratiosOf(rounds, metric.name, name, base)
  return ratios.length === 0 ? '' : `${median(ratios).toFixed(2)} ±${Math.round(spread(ratios) * 100)} %`
}

function clientWarnings(name: string, rounds: readonly Round[]): readonly string[] {
  const busiest = Math.max(...valuesOf(rounds, name, { name: 'clientCpu' }))
  if (busiest <= busyClientPercent) return []
  return [
    `WARNING: the load client of ${name} used ${Math.round(busiest)} % of a core: it may be the bottleneck.`,
  ]
}
