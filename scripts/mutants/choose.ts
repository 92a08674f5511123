import { createHash } from 'node:crypto'
import type { Area } from './areas.js'
import { type Mutant, type Mutation, operators } from './mutant.js'
import { placeOf } from './place.js'
import { shareOut } from './quotas.js'
import type { MutableFile } from './sources.js'

/** Minimum number of mutants of each area. */
const leastOfArea = 8
const idLength = 8

interface Candidate {
  readonly mutant: Mutant
  readonly mutation: Mutation
  /** Position in the order of selection. It depends only on the seed and on the text of the line. */
  readonly rank: string
}

/**
 * Chooses mutants by a seed, from each area in proportion to its number of possible mutations. The operators take
 * turns. Because each candidate has its own rank, a change elsewhere in the sources hardly affects the choice.
 */
export function choose(
  sources: ReadonlyMap<Area, readonly MutableFile[]>,
  { seed, count }: { readonly seed: number; readonly count: number },
): readonly Mutant[] {
  const candidates = new Map(
    [...sources].map(([area, files]) => [area, files.flatMap((file) => candidatesOf(area, file, seed))]),
  )
  const sizes = new Map([...candidates].map(([area, { length }]) => [area, length]))
  const quotas = shareOut(sizes, count, leastOfArea)
  return [...candidates].flatMap(([area, all]) => inOrder(take(all, quotas.get(area) ?? 0)))
}

function candidatesOf(
  area: Area,
  { path, text, mutations }: MutableFile,
  seed: number,
): readonly Candidate[] {
  return mutations.map((mutation) => {
    const { operator, before, after } = mutation
    const { line, column, context, nth, offset } = placeOf(mutation, text)
    const identity = JSON.stringify([seed, path, context, nth, offset, operator, before, after])
    const rank = createHash('sha256').update(identity).digest('hex')
    const id = rank.slice(-idLength)
    const mutant = { id, area, file: path, line, column, operator, context, nth, offset, before, after }
    return { mutant, mutation, rank }
  })
}

/** Takes up to `count` candidates. The operators take turns, each by rank, and no two chosen mutants overlap. */
function take(candidates: readonly Candidate[], count: number): readonly Candidate[] {
  const queues = operators.map((operator) =>
    candidates
      .filter(({ mutation }) => mutation.operator === operator)
      .sort((one, other) => (one.rank < other.rank ? -1 : 1)),
  )
  const chosen: Candidate[] = []
  while (chosen.length < count && queues.some((queue) => queue.length > 0)) {
    for (const queue of byFirst(queues)) {
      const index = queue.findIndex((candidate) => !chosen.some((other) => overlap(candidate, other)))
      const [next] = index < 0 ? [] : queue.splice(0, index + 1).slice(-1)
      if (next === undefined) queue.length = 0
      else if (chosen.length < count) chosen.push(next)
    }
  }
  return chosen
}

/**
 * Orders the operators' queues by their first candidate. The order differs between areas, so that a small area may get
 * any operator.
 */
function byFirst(queues: readonly Candidate[][]): readonly Candidate[][] {
  const rankOf = ([first]: readonly Candidate[]) => first?.rank ?? ''
  return queues.toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1))
}

function overlap(one: Candidate, other: Candidate): boolean {
  if (one.mutant.file !== other.mutant.file) return false
  return one.mutation.start < other.mutation.end && other.mutation.start < one.mutation.end
}

function inOrder(candidates: readonly Candidate[]): readonly Mutant[] {
  return candidates
    .map(({ mutant }) => mutant)
    .toSorted(
      (one, other) => compare(one.file, other.file) || one.line - other.line || one.column - other.column,
    )
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
