import type { Properties, PropertyValue } from '../src/model/property.js'
import type { PropertyFilter } from '../src/model/property-filter.js'

const long = 'x'.repeat(4_000)

/** Properties to filter, by the names that the cases use for them. */
export const propertiesToFilter = {
  nothing: {},
  zero: { test: { int: 0 } },
  one: { test: { int: 1 } },
  least: { test: { int: -2_147_483_648 } },
  'text one': { test: { int: '1' } },
  true: { test: { bool: true } },
  false: { test: { bool: false } },
  empty: { test: { text: '' } },
  plain: { test: { text: 'Fast delivery' } },
  lower: { test: { text: 'fast delivery' } },
  quoted: { test: { text: `it's "\\ 100%_ ☃ 😀` } },
  long: { test: { text: `${long}a` } },
  longer: { test: { text: `${long}b` } },
  order: { test: { words: 'Your ORDER, number 42: it is late! Very late.' } },
  accents: { test: { words: 'Crème brûlée für Zoë' } },
  script: { test: { words: '東京タワー Дом' } },
  folded: { test: { words: 'Straße, สวัสดีครับ, Acme™ 👍 رقم ١٢٣' } },
  marks: { test: { words: '?!' } },
  split: { 'a.b': { c: 1 } },
  'other split': { a: { 'b.c': 1 } },
  inherited: { toString: { valueOf: true } },
  both: { test: { int: 1, bool: true, words: 'late order' }, other: { int: 2 } },
} as const satisfies Record<string, Properties>

export type FilteredName = keyof typeof propertiesToFilter

interface FilterCase {
  readonly title: string
  readonly filters: readonly PropertyFilter[]
  readonly passing: readonly FilteredName[]
}

const names = Object.keys(propertiesToFilter).filter(
  (name): name is FilteredName => name in propertiesToFilter,
)
const allBut = (...left: readonly FilteredName[]) => names.filter((name) => !left.includes(name))

type Place = readonly [namespace: string, name: string]

function exists([namespace, name]: Place, isThere = true): PropertyFilter {
  return { namespace, name, type: 'exists', exists: isThere }
}

function one(
  type: 'values' | 'exclude_values',
  matchedBy: 'value' | 'words',
): (place: Place, ...values: readonly PropertyValue[]) => PropertyFilter {
  return ([namespace, name], ...values) => ({ namespace, name, type, values, matchedBy })
}

const isOneOf = one('values', 'value')
const isNoneOf = one('exclude_values', 'value')
const hasWords = one('values', 'words')
const lacksWords = one('exclude_values', 'words')

const int: Place = ['test', 'int']
const bool: Place = ['test', 'bool']
const text: Place = ['test', 'text']
const words: Place = ['test', 'words']

/** Filters and the properties that pass them. The engine matches properties themselves, a storage matches terms, and both must agree on these. */
export const propertyFilterCases: readonly FilterCase[] = [
  { title: 'no filter', filters: [], passing: names },
  { title: 'exists', filters: [exists(int)], passing: ['zero', 'one', 'least', 'text one', 'both'] },
  {
    title: 'exists not',
    filters: [exists(int, false)],
    passing: allBut('zero', 'one', 'least', 'text one', 'both'),
  },
  { title: 'exists, whatever the value', filters: [exists(bool)], passing: ['true', 'false', 'both'] },
  { title: 'an unknown property', filters: [exists(['test', 'none'])], passing: [] },
  { title: 'an unknown namespace', filters: [exists(['none', 'int'])], passing: [] },
  { title: 'a name that objects inherit', filters: [exists(['test', 'toString'])], passing: [] },
  {
    title: 'a namespace that objects inherit',
    filters: [exists(['toString', 'valueOf'])],
    passing: ['inherited'],
  },
  { title: 'a dot in a name', filters: [exists(['a', 'b.c'])], passing: ['other split'] },
  { title: 'a dot in a namespace', filters: [isOneOf(['a.b', 'c'], 1)], passing: ['split'] },
  { title: 'one value', filters: [isOneOf(int, 1)], passing: ['one', 'both'] },
  { title: 'zero, and no other falsehood', filters: [isOneOf(int, 0)], passing: ['zero'] },
  { title: 'a value of another type', filters: [isOneOf(int, '1')], passing: ['text one'] },
  { title: 'some values', filters: [isOneOf(int, 1, -2_147_483_648, 7)], passing: ['one', 'least', 'both'] },
  { title: 'a value twice', filters: [isOneOf(int, 0, 0)], passing: ['zero'] },
  { title: 'no values', filters: [isOneOf(int)], passing: [] },
  { title: 'excluding no values', filters: [isNoneOf(int)], passing: names },
  { title: 'excluding one value', filters: [isNoneOf(int, 1)], passing: allBut('one', 'both') },
  {
    title: 'excluding some values',
    filters: [isNoneOf(int, 1, '1', 0)],
    passing: allBut('one', 'both', 'zero', 'text one'),
  },
  { title: 'false', filters: [isOneOf(bool, false)], passing: ['false'] },
  { title: 'excluding true', filters: [isNoneOf(bool, true)], passing: allBut('true', 'both') },
  { title: 'a text by its case', filters: [isOneOf(text, 'fast delivery')], passing: ['lower'] },
  { title: 'a whole text only', filters: [isOneOf(text, 'fast')], passing: [] },
  { title: 'the empty text', filters: [isOneOf(text, '')], passing: ['empty'] },
  {
    title: 'a text with quotes and signs',
    filters: [isOneOf(text, `it's "\\ 100%_ ☃ 😀`)],
    passing: ['quoted'],
  },
  { title: 'a long text to its end', filters: [isOneOf(text, `${long}b`)], passing: ['longer'] },
  { title: 'excluding a long text', filters: [isNoneOf(text, `${long}a`)], passing: allBut('long') },
  { title: 'one word in any case', filters: [hasWords(words, 'order')], passing: ['order', 'both'] },
  { title: 'all words in any order', filters: [hasWords(words, 'LATE, order?')], passing: ['order', 'both'] },
  { title: 'not some of the words', filters: [hasWords(words, 'late delivery')], passing: [] },
  { title: 'a digit', filters: [hasWords(words, '42')], passing: ['order'] },
  { title: 'no part of a word', filters: [hasWords(words, 'ord')], passing: [] },
  { title: 'words without their marks', filters: [hasWords(words, 'creme ZOE')], passing: ['accents'] },
  { title: 'words with marks', filters: [hasWords(words, 'BRU\u0302LE\u0301E')], passing: ['accents'] },
  { title: 'words of another script', filters: [hasWords(words, 'ДОМ')], passing: ['script'] },
  { title: 'characters that follow each other', filters: [hasWords(words, '東京')], passing: ['script'] },
  { title: 'characters that do not', filters: [hasWords(words, '京東')], passing: [] },
  {
    title: 'all words of one value',
    filters: [hasWords(words, 'late delivery', 'dom Дом', 'crème für', 'late')],
    passing: ['order', 'accents', 'both'],
  },
  {
    title: 'a blank value',
    filters: [hasWords(words, ' \u200b')],
    passing: ['order', 'accents', 'script', 'folded', 'marks', 'both'],
  },
  { title: 'a value of punctuation alone', filters: [hasWords(words, '?!')], passing: [] },
  { title: 'excluding a value of punctuation alone', filters: [lacksWords(words, '?!')], passing: names },
  { title: 'letters that fold to several', filters: [hasWords(words, 'STRASSE')], passing: ['folded'] },
  { title: 'part of a text without spaces', filters: [hasWords(words, 'ดีครับ')], passing: ['folded'] },
  { title: 'one character of such a text', filters: [hasWords(words, '京')], passing: ['script'] },
  { title: 'a word before a sign', filters: [hasWords(words, 'acme')], passing: ['folded'] },
  { title: 'a symbol alone', filters: [hasWords(words, '👍🏽')], passing: ['folded'] },
  { title: 'a symbol that is not there', filters: [hasWords(words, '🎉')], passing: [] },
  { title: 'digits of another script', filters: [hasWords(words, '123')], passing: ['folded'] },
  { title: 'excluding words', filters: [lacksWords(words, 'late order')], passing: allBut('order', 'both') },
  {
    title: 'excluding a value without words',
    filters: [lacksWords(words, '')],
    passing: allBut('order', 'accents', 'script', 'folded', 'marks', 'both'),
  },
  { title: 'words of what is no text', filters: [hasWords(int, '1')], passing: ['text one'] },
  {
    title: 'several properties',
    filters: [isOneOf(int, 1), isOneOf(bool, true), hasWords(words, 'order')],
    passing: ['both'],
  },
  {
    title: 'several properties that do not meet',
    filters: [isOneOf(int, 0), isOneOf(bool, true)],
    passing: [],
  },
  {
    title: 'one that is there, without another',
    filters: [exists(int), exists(bool, false)],
    passing: ['zero', 'one', 'least', 'text one'],
  },
  {
    title: 'excluding in several properties',
    filters: [isNoneOf(int, 1), isNoneOf(bool, true), exists(words, false), exists(text, false)],
    passing: ['nothing', 'zero', 'least', 'text one', 'false', 'split', 'other split', 'inherited'],
  },
]
