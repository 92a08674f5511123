import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { skipsTime } from '../../../../test/support/profile.js'
import {
  addIndexedTokens,
  hasNoWords,
  searchTerms,
  searchTokens,
  searchTokensWithSingles,
} from './search-tokens.js'

function indexedTokens(texts: readonly string[]): readonly string[] {
  const tokens = new Set<string>()
  for (const text of texts) addIndexedTokens(tokens, text)
  return [...tokens]
}

const texts: readonly (readonly [string, string, readonly string[]])[] = [
  ['words apart, in lower case', 'Hello, WORLD!', ['hello', 'world']],
  ['each word once, at its first position', 'to be or not to be', ['to', 'be', 'or', 'not']],
  ['nothing for a text of punctuation and blanks', ' … ?! \u200b ´ ', []],
  [
    'symbols and emoji as words of their own',
    'a👍🏽👨‍👩‍👧❤️ 🇩🇪🇫🇷',
    ['a', '👍', '👨', '👩', '👧', '❤', '🇩🇪', '🇫🇷'],
  ],
  ['ASCII symbols in their full-width form', 'c++ $1 ＋', ['c', '＋', '＄', '1']],
  ['signs next to words', 'Acme™ 5㎏ 3½ m² 1ª', ['acme', 'tm', '5', 'kg', '3', '1', '2', 'm', 'a']],
  ['signs with a stroke', '≠ =\u0338 =', ['≠', '＝']],
  ['letters in circles and squares', 'Ⓗⓔⓨ 🄰', ['hey', 'a']],
  ['words without invisible characters', 'a\u00adb\u200bc\u200cd\u2060e\u200ef\ufeffg\u3164h', ['abcdefgh']],
  ['letters without a decomposition', 'STRAẞE straße ŁÓDŹ øre ıþæœđ', ['strasse', 'lodz', 'ore', 'ithaeoed']],
  ['the same words for an apostrophe letter and an apostrophe', 'пʼять п’ять', ['п', 'ять']],
  ['Arabic without its joiner, Persian letters as Arabic', 'مـحـمـد یک يك', ['محمد', 'يك']],
  ['digits of all scripts', '١٢٣ ۱۲۳ १२३ ๑๒๓ １２３', ['123']],
  ['Thai by pairs, with vowels', 'คืนสินค้า 5', ['คืน', 'นสิ', 'สิน', 'นค้', 'ค้า', '5']],
  ['Khmer by pairs', 'ទំនិញ', ['ទំនិ', 'និញ']],
  ['Thai next to Latin', 'iPhoneใหม่7', ['iphone', 'ให', 'หม่', '7']],
  ['nothing for an empty text', '', []],
  ['digits and letters together', 'order-4711b', ['order', '4711b']],
  ['words without their marks', 'Café crème brûlée', ['cafe', 'creme', 'brulee']],
  ['the same word for a composed letter and one with a mark', 'e\u0301 \u00e9', ['e']],
  ['compatibility forms as plain letters and digits', 'ﬁne ① Ｗｉｄｅ ½', ['fine', '1', 'wide', '2']],
  ['a dotted capital without its dot', 'İSTANBUL', ['istanbul']],
  ['one sigma', 'ΟΔΥΣΣΕΥΣ', ['οδυσσευσ']],
  ['Cyrillic and Arabic', 'Привет мир سلام', ['привет', 'мир', 'سلام']],
  ['letters outside the basic plane', '𝐁old 𐐨', ['bold', '𐐨']],
  ['Chinese by pairs', '东京都。', ['东京', '京都']],
  ['a single Chinese character', '我 a', ['我', 'a']],
  ['Japanese by pairs, without voicing marks', 'がラーメン', ['かラ', 'ラー', 'ーメ', 'メン']],
  ['Korean by pairs of syllables', '한국어', ['한국', '국어']],
  ['Latin words next to Chinese as words of their own', 'iPhone手机7', ['iphone', '手机', '7']],
]

for (const [what, text, tokens] of texts) {
  test(`searchTokens returns ${what}`, () => assert.deepEqual(searchTokens(text), tokens))
}

test('a long word is cut between characters', () => {
  assert.deepEqual(searchTokens('a'.repeat(41)), ['a'.repeat(40)])
  assert.deepEqual(searchTokens('𐐨'.repeat(41)), ['𐐨'.repeat(40)])
})

test('words beyond the 4,096th are ignored', () => {
  const words = Array.from({ length: 5_000 }, (_, index) => `w${index}`)
  assert.deepEqual(searchTokens(words.join(' ')), words.slice(0, 4_096))
  assert.deepEqual(indexedTokens(words), words.slice(0, 4_096))
})

const hostileTexts: Readonly<Record<string, string>> = {
  'marks that have to be reordered': `a${'\u0301\u0316'.repeat(8_191)}`,
  'phrases in a character': '\ufdfa'.repeat(16_384),
  'Chinese characters': Array.from({ length: 16_384 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join(''),
  'Chinese beside Latin': '中a'.repeat(8_192),
  'syllables of Korean': Array.from({ length: 11_172 }, (_, at) => String.fromCodePoint(0xac00 + at)).join(
    '',
  ),
  'single letters as words': 'é '.repeat(8_192),
  'Thai vowels that have to be reordered': `ก${'\u0e38\u0e48'.repeat(8_191)}`,
  'Thai characters': 'กิน้ำ'.repeat(3_276),
  'signs with strokes': '=\u0338'.repeat(8_192),
  'signs beside letters': '™a'.repeat(8_192),
}

for (const [what, text] of Object.entries(hostileTexts)) {
  test(`the longest text of ${what} is split quickly`, { skip: skipsTime }, () => {
    assert.ok(text.length <= 16_384)
    // Takes the fastest of several runs, because the machine may be busy. A run takes 10 ms; the mistake that this test
    // is about takes a fifth of a second.
    const took = Array.from({ length: 5 }, () => {
      const startedAt = process.cpuUsage()
      indexedTokens([text])
      const { user, system } = process.cpuUsage(startedAt)
      return user + system
    })
    assert.ok(Math.min(...took) < 40_000, `${Math.min(...took)} µs`)
  })
}

test('every Chinese character begins a stored token', () => {
  assert.deepEqual(indexedTokens(['东京都', 'x']), ['东京', '京都', '都', 'x'])
})

test('only the last word of a query is a prefix', () => {
  assert.deepEqual(searchTerms('Open ord'), [
    { token: 'open', isPrefix: false },
    { token: 'ord', isPrefix: true },
  ])
})

test('a repeated word is searched for once, as a whole word', () => {
  assert.deepEqual(searchTerms('ord open ord'), [
    { token: 'ord', isPrefix: false },
    { token: 'open', isPrefix: false },
  ])
})

test('a single Chinese character is a prefix anywhere in a query', () => {
  assert.deepEqual(searchTerms('京 open 东京'), [
    { token: '京', isPrefix: true },
    { token: 'open', isPrefix: false },
    { token: '东京', isPrefix: true },
  ])
})

test('a query of punctuation only finds nothing, a blank one finds everything', () => {
  for (const query of ['?!', '…', ' - ', '´', '\ue000']) {
    assert.deepEqual([searchTerms(query), hasNoWords(query)], [[], true], query)
  }
  for (const query of ['', ' ', '\u200b\u3164', '\t\n']) {
    assert.deepEqual([searchTerms(query), hasNoWords(query)], [[], false], query)
  }
  assert.equal(hasNoWords('👍'), false)
})

test('a sign at the end of a query is not a prefix', () => {
  const last = (query: string) => searchTerms(query).at(-1)
  assert.deepEqual(last('acme™'), { token: 'tm', isPrefix: false })
  assert.deepEqual(last('m² '), { token: '2', isPrefix: false })
  assert.deepEqual(last('👍!'), { token: '👍', isPrefix: false })
  assert.deepEqual(last('™ acme'), { token: 'acme', isPrefix: true })
})

test('searchTokensWithSingles adds each character of a text without spaces', () => {
  assert.deepEqual(searchTokensWithSingles('东京 x'), ['东', '京', '东京', 'x'])
})

test('every letter is found by its capital, and every digit by its ASCII digit', () => {
  const all = Array.from({ length: 0x2_0000 }, (_, code) => String.fromCodePoint(code))
  const lost = all.filter((letter) => {
    if (!/^\p{L}$/u.test(letter) || iotaSubscript.test(letter.normalize('NFD'))) return false
    const texts = [letter, letter.toUpperCase(), letter.toLowerCase()]
    return new Set(texts.map((text) => searchTokens(text).join())).size > 1
  })
  assert.deepEqual(lost, [])
  const digits = all.filter((digit) => /^\p{Nd}$/u.test(digit)).map((digit) => searchTokens(digit))
  assert.ok(digits.every(([token = '']) => /^[0-9]$/.test(token)))
})

/** Capitalized it is a letter; people and `unaccent` leave it out. */
const iotaSubscript = /\u0345/

const anyText = fc.string({ unit: 'binary', maxLength: 60 })
const wordyText = fc.string({
  unit: fc.constantFrom(
    ...['a', 'B', 'é', 'İ', 'ς', 'ß', '7', '٣', '东', '京', 'か', 'ー', '한', '𐐨', ' ', '-'],
    ...['ก', 'ิ', '่', 'น', 'ំ', 'ទ', '👍', '🏽', '=', '≠', '™', '\u00ad'],
  ),
  maxLength: 40,
})

test('tokens consist of letters, digits and symbols, and stay the same when split again', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, wordyText), (text) => {
      for (const token of searchTokens(text)) {
        assert.match(token, /^(?:[\p{L}\p{N}\p{M}]+|\p{S}+)$/u)
        assert.doesNotMatch(token, /(?![a-z0-9])[\0-\x7f]/)
        assert.deepEqual(searchTokens(token), [token])
      }
    }),
  )
})

test('case, composition and punctuation do not change the tokens', () => {
  fc.assert(
    fc.property(wordyText, (text) => {
      const tokens = searchTokens(text)
      for (const same of [text.toLowerCase(), text.normalize('NFD'), text.normalize('NFC'), ` -${text}… `]) {
        assert.deepEqual(searchTokens(same), tokens)
      }
    }),
  )
})

test('search finds each character without spaces, each word, and each beginning of a word', () => {
  fc.assert(
    fc.property(wordyText, fc.nat(), (text, place) => {
      const stored = indexedTokens([text])
      const isFound = (query: string) =>
        searchTerms(query).every(({ token, isPrefix }) =>
          stored.some((there) => (isPrefix ? there.startsWith(token) : there === token)),
        )
      for (const word of text.split(/[ -]+/)) {
        const beginning = [...word].slice(0, 1 + (place % 8)).join('')
        assert.ok(isFound(word), word)
        assert.ok(isFound(beginning), beginning)
      }
      for (const character of text) assert.ok(!/[东京]/u.test(character) || isFound(character))
    }),
  )
})
