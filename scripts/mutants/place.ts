import type { Mutant, Mutation } from './mutant.js'

/** Where a place is, in words that stay true when lines move. */
export type Place = Pick<Mutant, 'line' | 'column' | 'context' | 'nth' | 'offset'>

/** Says where a change is. */
export function placeOf({ start }: Pick<Mutation, 'start'>, text: string): Place {
  const lines = text.split('\n')
  const line = text.slice(0, start).split('\n').length
  const whole = lines[line - 1] ?? ''
  const context = whole.trim()
  const column = start - text.lastIndexOf('\n', start - 1)
  const nth = lines.slice(0, line - 1).filter((other) => other.trim() === context).length
  return { line, column, context, nth, offset: column - 1 - indentOf(whole) }
}

/** Offset of the place in a newer text of the file. `undefined`: the line has changed, so the mutant is gone. */
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
