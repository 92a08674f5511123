import type { Trial } from '../trial.js'

/** What one trial finds out, by name. */
export type Figures = Readonly<Record<string, number>>

export interface Metric {
  readonly name: string
  readonly title: string
  readonly decimals: number
  /** Whether it is set against the floor and the hand-made server of the same round. */
  readonly isCompared: boolean
}

export interface Workload {
  readonly name: string
  /** What it does, in a line. */
  readonly title: string
  readonly targets: readonly string[]
  readonly metrics: readonly Metric[]
  /** One target, on an empty database. */
  run(trial: Trial): Promise<Figures>
}

export const allTargets = ['parley-sqlite', 'floor-sqlite', 'hand-made', 'parley-postgres', 'floor-postgres']

export function metric(name: string, title: string, decimals = 0): Metric {
  return { name, title, decimals, isCompared: false }
}

export function comparedMetric(name: string, title: string, decimals = 0): Metric {
  return { ...metric(name, title, decimals), isCompared: true }
}
