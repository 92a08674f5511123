import type { Edge } from '@parley/core'

/** A `TypeError` for what is no engine: mostly the promise of one. */
export function checkEdge(edge: Edge): void {
  if (typeof edge?.owns === 'function') return
  throw new TypeError('What is mounted must be the engine itself: what `await createParley(…)` answers')
}
