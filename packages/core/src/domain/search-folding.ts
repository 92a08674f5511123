import { decimalZeros, letterFolds } from './letter-folds.js'

// Folds texts for search, so that case, composition, accents, forms of a letter or digit, and invisible characters do
// not matter.

/**
 * Maximum length after folding: four times the longest text. A few characters expand to whole phrases; the text beyond
 * the limit is ignored.
 */
const maxFoldedLength = 65_536
/**
 * Maximum number of combining marks in a row. Further marks are ignored, because NFKD takes long to order many of them.
 */
const maxMarkCount = 8

/**
 * Scripts of line-break class SA. They have no spaces between words, and their vowels are marks, which therefore stay.
 * Dictionaries could split them into words, but results differ by release and by neighboring words, so a query would be
 * split differently from the text.
 */
export const southeastAsian = ['Thai', 'Laoo', 'Khmr', 'Mymr', 'Tale', 'Talu', 'Lana', 'Tavt', 'Ahom']
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')

/** Format characters, the joiners that only stretch a word in Arabic and N'Ko, and skin tones of emoji. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u0640\u07fa\p{Emoji_Modifier}]+/gu
/** Signs other than letters in circles and squares. Unicode counts `ª`, `²` and `½` as letters and digits. */
const signs = String.raw`[[[\p{S}\p{No}]--[\p{Alphabetic}\p{Regional_Indicator}]]ªº]`
const signWithMarks = new RegExp(String.raw`${signs}\p{M}*`, 'gv')
const endsWithSign = new RegExp(String.raw`${signs}[^\p{L}\p{N}]*$`, 'v')
/** Combining marks, except those that are part of a sign: ≠ is not =. */
const accents = new RegExp(String.raw`(?<!\p{S})[\p{M}--[${southeastAsian}]]+`, 'gv')
const excessMarks = new RegExp(String.raw`(\p{M}{${maxMarkCount}})\p{M}+`, 'gu')
const ascii = /^[\0-\x7f]*$/
const asciiSymbols = /[$+<=>|~]/g
const changedByFolding = /[^\0-\x7f]|[$+<=>|~]/

/**
 * Letters of Persian, Urdu and Kurdish, and Arabic letters that are often written for one another (as in Apache
 * Lucene).
 */
const arabicFolds = [
  ['ا', 'ٱ'],
  ['ي', 'یىےېۍ'],
  ['ك', 'کڪ'],
  ['ه', 'ةہھەۃ'],
] as const
const otherFolds = [
  ['σ', 'ς'],
  // The fraction slash. NFKD turns ½ into 1⁄2.
  ['/', '⁄'],
] as const

const folds = new Map<string, string>([
  ...[...letterFolds, ...arabicFolds, ...otherFolds].flatMap(([to, from]) =>
    [...from].map((letter): [string, string] => [letter, to]),
  ),
  ...[...decimalZeros].flatMap((zero) =>
    Array.from({ length: 10 }, (_, digit): [string, string] => [digitAfter(zero, digit), `${digit}`]),
  ),
])
const folding = new RegExp(`[${[...folds.keys()].join('')}]`, 'gu')

function digitAfter(zero: string, digit: number): string {
  return String.fromCodePoint((zero.codePointAt(0) ?? 0) + digit)
}

/**
 * Returns the text in the form that is split into words: NFKD in lower case, without marks and invisible characters,
 * with folded letters, ASCII digits, and signs between blanks. ASCII symbols become their full-width forms, because
 * full-text indexes do not treat ASCII symbols as parts of words.
 */
export function foldForSearch(text: string): string {
  const lower = text.toLowerCase()
  if (ascii.test(lower)) return lower.replace(asciiSymbols, widened)
  return (
    text
      .replace(unseen, '')
      // Marks are removed before NFKD too, because ordering a long row of them takes it a fifth of a second.
      .replace(accents, '')
      .replace(excessMarks, '$1')
      .replace(signWithMarks, ' $& ')
      .normalize('NFKD')
      .slice(0, maxFoldedLength)
      .toLowerCase()
      .replace(accents, '')
      .replace(folding, (character) => folds.get(character) ?? character)
      // NFC composes the text again, because NFKD takes Korean syllables apart, and the strokes off signs.
      .normalize('NFC')
      .replace(asciiSymbols, widened)
  )
}

/** Returns the full-width form of an ASCII symbol. Full-width forms are in the same order as ASCII. */
function widened(symbol: string): string {
  return String.fromCharCode(symbol.charCodeAt(0) + 0xfee0)
}

/**
 * Returns whether the query ends in a sign, so that its last word is complete: a search for ™ does not mean every word
 * that begins with tm.
 */
export function endsInSign(query: string): boolean {
  return endsWithSign.test(query.replace(unseen, ''))
}

/**
 * Returns whether an earlier release may have indexed other words for the text: one that did not yet treat symbols as
 * words and fold letters without a decomposition.
 */
export function mayHaveOtherWords(text: string): boolean {
  return changedByFolding.test(text)
}
