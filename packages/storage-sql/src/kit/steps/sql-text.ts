/** Returns the position of a word outside of parentheses and quotes, or -1. */
function indexOfWord(text: string, word: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === "'") at = text.indexOf("'", at + 1)
    else if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    else if (depth === 0 && text.startsWith(word, at)) return at
  }
  return -1
}

/** Splits a text at the first occurrence of a word outside of parentheses. */
export function cut(text: string, word: string): readonly [before: string, after: string | undefined] {
  const at = indexOfWord(text, ` ${word} `)
  if (at === -1) return [text, undefined]
  return [text.slice(0, at), text.slice(at + word.length + 2)]
}

/** Splits a list at its commas. */
export function splitList(text: string): readonly string[] {
  const at = indexOfWord(text, ', ')
  return at === -1 ? [text] : [text.slice(0, at), ...splitList(text.slice(at + 2))]
}

/** Replaces the content of parentheses that begin with `opening`. */
export function replaceGroups(text: string, opening: RegExp, replace: (content: string) => string): string {
  const found = opening.exec(text)
  if (found === null) return text
  const start = found.index + found[0].length
  const length = lengthOfGroup(text, start)
  const content = replaceGroups(text.slice(start, start + length), opening, replace)
  return `${text.slice(0, start)}${replace(content)}${replaceGroups(text.slice(start + length), opening, replace)}`
}

function lengthOfGroup(text: string, start: number): number {
  let depth = 1
  for (let at = start; at < text.length; at++) {
    if (text[at] === "'") at = text.indexOf("'", at + 1)
    else if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    if (depth === 0) return at - start
  }
  throw new TypeError('a parenthesis is not closed')
}
