import { commentsOf } from './comments.js'

/** A comment that begins with one of these has no subject. */
const openings = /^(?:Of|Who|Whom|Whose|What|That|As|For)\b(?! example)/

/** Phrases with a plainer equivalent. */
const phrases: ReadonlyArray<readonly [phrase: RegExp, instead: string]> = [
  [/\bno more\b(?! than)/i, 'no longer'],
  [/\bby itself\b/i, 'automatically, or on its own'],
  [/\bin force\b/i, 'applies'],
  [/\bheld against\b/i, 'compared with'],
  [/\b(?:has|have|had) run out\b/i, 'expired'],
  [/\bat once\b/i, 'immediately, or at the same time'],
  [/\bis told (?:of|that)\b/i, 'is notified, or receives'],
  [/\bin vain\b/i, 'without effect'],
  [/(?:^|[.:;] )Who \w+/, 'the caller, the agent, the node'],
]

/** Returns a sentence for each comment that is not plain English. */
export function commentViolations(source: string): string[] {
  return commentsOf(source).flatMap(({ line, text }) => {
    const opening = openings.exec(text)?.[0]
    return [
      ...(opening === undefined ? [] : [`${line}: begins with "${opening}": give the sentence a subject`]),
      ...phrases.flatMap(([phrase, instead]) => {
        const found = phrase.exec(text)?.[0]
        return found === undefined ? [] : [`${line}: says "${found.trim()}": write ${instead}`]
      }),
    ]
  })
}
