import type { Trial } from '../trial.js'

/** Results of one trial, by name. */
export type Figures = Readonly<Record<string, number>>

export interface Metric {
  readonly name: string
  readonly title: string
  readonly decimals: number
  /** Which values are better, if the metric is compared with the floor and the hand-made server of the same round. */
  readonly better?: 'higher' | 'lower'
}

export interface Workload {
  readonly name: string
  /** Description of the workload in one line. */
  readonly title: string
  readonly targets: readonly string[]
  readonly metrics: readonly Metric[]
  /** Measures one target on an empty database. */
  run(trial: Trial): Promise<Figures>
}

export const allTargets = ['parley-sqlite', 'floor-sqlite', 'hand-made', 'parley-postgres', 'floor-postgres']

export function metric(name: string, title: string, decimals = 0): Metric {
  return { name, title, decimals }
}

export function comparedMetric(
  better: 'higher' | 'lower',
  name: string,
  title: string,
  decimals = 0,
): Metric {
  return { ...metric(name, title, decimals), better }
}
