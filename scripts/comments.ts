import { readFileSync } from 'node:fs'

const member = /\/\*\*(?<comment>(?:(?!\*\/)[\s\S])*)\*\/\s*(?:readonly )?(?<name>\w+)\??:/g

/**
 * Returns a function that looks up the comment above a member of a type or object in a source file, by the member's
 * name. With `constant`, only the members that this constant of the file is initialized with are searched.
 */
export function commentsIn(path: string, constant?: string): (name: string) => string {
  const whole = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
  const source = constant === undefined ? whole : initializerOf(constant, whole)
  const comments = new Map(
    [...source.matchAll(member)].map(({ groups = {} }) => [groups.name, plain(groups.comment ?? '')]),
  )
  return (name) => {
    const comment = comments.get(name)
    if (comment === undefined) throw new Error(`${path} says nothing about ${name}`)
    return comment
  }
}

function initializerOf(constant: string, source: string): string {
  const [, initializer] = new RegExp(`const ${constant} = (.*?)\\n\\}`, 's').exec(source) ?? []
  if (initializer === undefined) throw new Error(`there is no constant ${constant}`)
  return initializer
}

/**
 * Returns a comment without its stars and without references to decisions, which only matter to readers of the source.
 */
function plain(comment: string): string {
  return comment
    .replace(/\s*\n\s*\*\s*/g, ' ')
    .replace(/\s*\(decisions [^)]*\)/g, '')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .trim()
}
