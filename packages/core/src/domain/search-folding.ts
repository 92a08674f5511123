import { decimalZeros, letterFolds } from './letter-folds.js'

// What is the same to a search: case, composition, accents, forms of a letter or digit, and what cannot be seen.

/** Four times the longest text: what a few characters become that stand for whole phrases, the rest is passed over. */
const maxFoldedLength = 65_536
/** Marks that follow one another; more of them are passed over, because NFKD takes long to order many. */
const maxMarkCount = 8

/**
 * Scripts of line-break class SA: no spaces between words, and vowels that are marks, which therefore stay. Dictionaries that
 * know their words differ by release and by what stands beside a word, so that a query would be split unlike the text.
 */
export const southeastAsian = ['Thai', 'Laoo', 'Khmr', 'Mymr', 'Tale', 'Talu', 'Lana', 'Tavt', 'Ahom']
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')

/** Format characters, the joiner of Arabic letters that only makes a word longer, and the skin of an emoji. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u0640\u07fa\p{Emoji_Modifier}]+/gu
/** Signs other than letters in circles and squares. `ª`, `²` and `½` are letters and digits to Unicode. */
const signs = String.raw`[[[\p{S}\p{No}]--[\p{Alphabetic}\p{Regional_Indicator}]]ªº]`
const signWithMarks = new RegExp(String.raw`${signs}\p{M}*`, 'gv')
const endsWithSign = new RegExp(String.raw`${signs}[^\p{L}\p{N}]*$`, 'v')
/** Not those that are part of a sign: ≠ is not =. */
const accents = new RegExp(String.raw`(?<!\p{S})[\p{M}--[${southeastAsian}]]+`, 'gv')
const excessMarks = new RegExp(String.raw`(\p{M}{${maxMarkCount}})\p{M}+`, 'gu')
const ascii = /^[\0-\x7f]*$/
const asciiSymbols = /[$+<=>|~]/g
const changedByFolding = /[^\0-\x7f]|[$+<=>|~]/

/** Letters of Persian, Urdu and Kurdish, and those of Arabic that are often written one for the other (Apache Lucene). */
const arabicFolds = [
  ['ا', 'ٱ'],
  ['ي', 'یىےېۍ'],
  ['ك', 'کڪ'],
  ['ه', 'ةہھەۃ'],
] as const
const otherFolds = [
  ['σ', 'ς'],
  // Of ½, which is 1/2 then.
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
 * A text as it is split into words: NFKD, in lower case, without marks and what cannot be seen, with the letters of each
 * fold as one letter and all digits as those of ASCII, signs between blanks. Symbols of ASCII are their wide forms, because
 * to full-text indexes those of ASCII are no part of a word.
 */
export function foldForSearch(text: string): string {
  const lower = text.toLowerCase()
  if (ascii.test(lower)) return lower.replace(asciiSymbols, widened)
  return (
    text
      .replace(unseen, '')
      // Marks first, too: to put a long row of them in order takes NFKD a fifth of a second.
      .replace(accents, '')
      .replace(excessMarks, '$1')
      .replace(signWithMarks, ' $& ')
      .normalize('NFKD')
      .slice(0, maxFoldedLength)
      .toLowerCase()
      .replace(accents, '')
      .replace(folding, (character) => folds.get(character) ?? character)
      // Composed again, for NFKD takes the syllables of Korean apart, and signs their stroke.
      .normalize('NFC')
      .replace(asciiSymbols, widened)
  )
}

/** Full-width forms stand in the order of ASCII. */
function widened(symbol: string): string {
  return String.fromCharCode(symbol.charCodeAt(0) + 0xfee0)
}

/** Its last word is whole then: who looks for ™ does not look for all that begins with tm. */
export function endsInSign(query: string): boolean {
  return endsWithSign.test(query.replace(unseen, ''))
}

/** Whether a release before symbols were words, and letters without a decomposition folded, may have made other words of it. */
export function hadOtherWords(text: string): boolean {
  return changedByFolding.test(text)
}
