import { readFileSync, writeFileSync } from 'node:fs'

// Writes packages/core/src/domain/letter-folds.ts from the `unaccent.rules` of PostgreSQL (contrib/unaccent, PostgreSQL
// License) and from the full case folding and the decimal digits of the Unicode version of this Node.js:
//   node --import tsx scripts/letter-folds.ts /usr/share/postgresql/15/tsearch_data/unaccent.rules

const [rulesFile] = process.argv.slice(2)
if (rulesFile === undefined) throw new TypeError('give the path of unaccent.rules')
const target = new URL('../packages/core/src/domain/letter-folds.ts', import.meta.url)

const marks = /\p{M}+/gu
/** Normalizes text the way the search does without the table. */
const decomposed = (text: string) =>
  text.normalize('NFKD').toLowerCase().replace(marks, '').replaceAll('ς', 'σ').normalize('NFC')

const everyLetter = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /^[\p{L}\p{Nd}]$/u.test(character))

const rules = readFileSync(rulesFile, 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  .map(([from = '', to = '']): readonly [string, string] => [from, to.replace(/^"(.*)"$/, '$1')])

const folds = new Map<string, Set<string>>()
for (const [from, to] of [...everyLetter.map((letter) => [letter, caseFolded(letter)] as const), ...rules]) {
  const [before, after] = [decomposed(from), decomposed(to)]
  const isOwn = /^\p{L}$/u.test(from) && from.normalize('NFKD') === from && /^\p{L}$/u.test(before)
  if (isOwn && before !== after && after !== '') folds.set(after, (folds.get(after) ?? new Set()).add(before))
}

/** Returns the lower case of the upper-case letter, which is the case folding of CaseFolding.txt. */
function caseFolded(letter: string): string {
  return letter.toUpperCase().toLowerCase()
}

const zeros = everyLetter
  .filter((character) => /^(?![0-9])\p{Nd}$/u.test(character) && character.normalize('NFKD') === character)
  .filter((_, index) => index % 10 === 0)

const rows = [...folds]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([to, from]) => `  [${quoted(to)}, '${[...from].join('')}'],`)

function quoted(text: string): string {
  return text.includes("'") ? `"${text}"` : `'${text}'`
}

writeFileSync(
  target,
  `// Written by scripts/letter-folds.ts from unaccent.rules of PostgreSQL and Unicode ${process.versions.unicode}.

/**
 * Lower-case letters without a Unicode decomposition that search treats as equal to other letters: the replacement,
 * then the letters that it replaces.
 */
export const letterFolds: readonly (readonly [to: string, from: string])[] = [
${rows.join('\n')}
]

/** The zero of each script that has its own decimal digits. The other nine digits follow it in Unicode. */
export const decimalZeros = '${zeros.join('')}'
`,
)
