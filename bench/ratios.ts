import type { Round } from './rounds.js'

/**
 * Returns the metric of a target divided by that of the base, for each round that measured both. Values of the same
 * round are compared, because a disturbance affects both.
 */
export function ratiosOf(
  rounds: readonly Round[],
  metric: string,
  target: string,
  base: string,
): readonly number[] {
  return rounds.flatMap((round) => {
    const [value, against] = [round.get(target)?.[metric], round.get(base)?.[metric]]
    return value === undefined || against === undefined ? [] : [value / against]
  })
}
