import { areaNames } from './areas.js'
import type { Mutant } from './mutant.js'
import type { Verdict } from './play.js'

export interface Findings {
  readonly mutants: readonly Mutant[]
  readonly verdicts: ReadonlyMap<string, Verdict>
  /** Returns the number of test files that reach a mutant. */
  readonly reaching: (id: string) => number
  /** Reasons why mutants behave exactly like the original, by id. */
  readonly equivalents: Readonly<Record<string, string>>
}

/** Returns a table by area, and a line about each mutant that no test has caught. */
export function report({ mutants, verdicts, reaching, equivalents }: Findings): string {
  const isCaught = ({ id }: Mutant) => verdicts.get(id)?.caughtBy !== undefined
  const isEquivalent = (mutant: Mutant) => !isCaught(mutant) && mutant.id in equivalents
  const lineOf = (name: string, some: readonly Mutant[]) => {
    const caught = some.filter(isCaught).length
    const equivalent = some.filter(isEquivalent).length
    const numbers = [some.length, caught, some.length - caught - equivalent, equivalent]
    return [name.padEnd(16), ...numbers.map((number) => String(number).padStart(10))].join('')
  }
  const heads = ['mutants', 'caught', 'survived', 'equivalent'].map((head) => head.padStart(10))
  const survivors = mutants.filter((mutant) => !isCaught(mutant))
  return [
    ['area'.padEnd(16), ...heads].join(''),
    ...areaNames.map((area) =>
      lineOf(
        area,
        mutants.filter((mutant) => mutant.area === area),
      ),
    ),
    lineOf('all', mutants),
    '',
    ...survivors.map((mutant) => {
      const { id } = mutant
      const note =
        equivalents[id] ?? `reached by ${reaching(id)} files, ${verdicts.get(id)?.passed.length ?? 0} played`
      return `${id} ${nameOf(mutant)} (${note})`
    }),
  ].join('\n')
}

export function nameOf({ file, line, column, operator, before, after }: Mutant): string {
  const change = after === '' ? `without ${inLine(before)}` : `${inLine(before)} → ${inLine(after)}`
  return `${file}:${line}:${column} ${operator}: ${change}`
}

function inLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
