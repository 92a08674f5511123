import { type Mutant, statementOperators } from './mutant.js'
import { findPlace } from './place.js'

/**
 * Returns the source with all mutants of a file in it, each behind a switch, so that one bundle contains them all.
 * `switchModule` is imported on the last line, so that the line numbers stay. Mutants whose line is gone are left out.
 */
export function withSwitches(source: string, mutants: readonly Mutant[], switchModule: string): string {
  const places = mutants
    .map((mutant) => ({ mutant, start: findPlace(mutant, source) }))
    .filter((place): place is { mutant: Mutant; start: number } => place.start !== undefined)
    .toSorted((one, other) => other.start - one.start)
  if (places.length === 0) return source
  const rewritten = places.reduce(
    (text, { mutant, start }) =>
      text.slice(0, start) + switched(mutant) + text.slice(start + mutant.before.length),
    source,
  )
  return `${rewritten}\nimport { mutantIs } from ${JSON.stringify(switchModule)}\n`
}

function switched({ id, operator, before, after }: Mutant): string {
  const isActive = `mutantIs(${JSON.stringify(id)})`
  return statementOperators.has(operator)
    ? `if (${isActive}) { ${after} } else { ${before} }`
    : `(${isActive} ? (${after}) : (${before}))`
}
