export interface Comment {
  /** Number of its first line, from 1. */
  readonly line: number
  /** Its words on one line, without the marks of a comment. */
  readonly text: string
}

/** A string, a template or a regular expression may hold what looks like a comment, so they are matched first. */
const token =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=[=(,:[!&|?{};\n]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/|(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*)/g

/** Returns the comments of a source file. Lines of `//` that follow each other are one comment. */
export function commentsOf(source: string): Comment[] {
  return [...source.matchAll(token)].flatMap(({ index, groups }) => {
    const comment = groups?.comment
    if (comment === undefined) return []
    return [{ line: source.slice(0, index).split('\n').length, text: plain(comment) }]
  })
}

function plain(comment: string): string {
  return comment
    .replace(/^\/\*+|\*+\/$/g, '')
    .replace(/^[ \t]*(?:\/\/+|\*)[ \t]?/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}
