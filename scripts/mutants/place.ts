import type { Mutant, Mutation } from './mutant.js'

/** Location of a mutation, independent of line numbers; `line` and `column` are only for readers. */
export type Place = Pick<Mutant, 'line' | 'column' | 'context' | 'nth' | 'offset'>

/** Returns the location of a mutation. */
export function placeOf({ start }: Pick<Mutation, 'start'>, text: string): Place {
  const lines = text.split('\n')
  const line = text.slice(0, start).split('\n').length
  const whole = lines[line - 1] ?? ''
  const context = whole.trim()
  const column = start - text.lastIndexOf('\n', start - 1)
  const nth = lines.slice(0, line - 1).filter((other) => other.trim() === context).length
  return { line, column, context, nth, offset: column - 1 - indentOf(whole) }
}

/**
 * Returns the offset of a mutant in a newer text of its file, or `undefined` when its line has changed and the mutant
 * is gone.
 */
export function findPlace({ context, nth, offset, before }: Mutant, text: string): number | undefined {
  let position = 0
  let left = nth
  for (const line of text.split('\n')) {
    if (line.trim() === context && left-- === 0) {
      const start = position + indentOf(line) + offset
      return text.startsWith(before, start) ? start : undefined
    }
    position += line.length + 1
  }
  return undefined
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
