import { decimalZeros, letterFolds } from './letter-folds.js'

const maxFoldedLength = 65_536
/** Maximum number of combining marks in a row. NFKD takes long to order many of them. */
const maxMarkCount = 8

/** Scripts whose vowels are marks, which therefore stay. */
export const southeastAsian = ['Thai', 'Laoo', 'Khmr', 'Mymr', 'Tale', 'Talu', 'Lana', 'Tavt', 'Ahom']
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')

const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u0640\u07fa\p{Emoji_Modifier}]+/gu
const signs = String.raw`[[[\p{S}\p{No}]--[\p{Alphabetic}\p{Regional_Indicator}]]ªº]`
const signWithMarks = new RegExp(String.raw`${signs}\p{M}*`, 'gv')
const accents = new RegExp(String.raw`(?<!\p{S})[\p{M}--[${southeastAsian}]]+`, 'gv')
const excessMarks = new RegExp(String.raw`(\p{M}{${maxMarkCount}})\p{M}+`, 'gu')
const ascii = /^[\0-\x7f]*$/
const asciiSymbols = /[$+<=>|~]/g

const otherFolds = [
  ['ا', 'ٱ'],
  ['ي', 'یىےېۍ'],
  ['ك', 'کڪ'],
  ['ه', 'ةہھەۃ'],
  ['σ', 'ς'],
  ['/', '⁄'],
] as const

const folds = new Map<string, string>([
  ...[...letterFolds, ...otherFolds].flatMap(([to, from]) =>
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

/** Returns a value in lower case, without marks, and with one form of each letter, digit and symbol. */
export function fold(value: string): string {
  const lower = value.toLowerCase()
  if (ascii.test(lower)) return lower.replace(asciiSymbols, widened)
  return value
    .replace(unseen, '')
    .replace(accents, '')
    .replace(excessMarks, '$1')
    .replace(signWithMarks, ' $& ')
    .normalize('NFKD')
    .slice(0, maxFoldedLength)
    .toLowerCase()
    .replace(accents, '')
    .replace(folding, (character) => folds.get(character) ?? character)
    .normalize('NFC')
    .replace(asciiSymbols, widened)
}

function widened(symbol: string): string {
  return String.fromCharCode(symbol.charCodeAt(0) + 0xfee0)
}
