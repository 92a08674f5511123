import { ParleyConfigError } from '@parley/core'
import type { Edge } from '@parley/core/adapter'

/** Throws a `ParleyConfigError` when `edge` is no engine. Usually it is a promise of one. */
export function checkEdge(edge: Edge): void {
  if (typeof edge?.owns === 'function') return
  const message = 'Mount the engine itself, which is the result of `await createParley(…)`, not its promise'
  throw new ParleyConfigError('engine_expected', { message })
}
