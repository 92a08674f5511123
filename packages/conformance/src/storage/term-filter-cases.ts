import type { TermFilter } from '@parley/core/storage'

const long = `["${'x'.repeat(4_000)}`
const quoted = `["it's "\\ 100%_ ☃ 😀"]`

/** Terms of the chats to filter, by the names that the cases use for them. */
export const termsToFilter = {
  nothing: [],
  a: ['["a"]'],
  b: ['["b"]'],
  ab: ['["a"]', '["b"]'],
  abc: ['["a"]', '["b"]', '["c"]'],
  upper: ['["A"]'],
  longer: ['["a"]x'],
  accented: ['["ä"]'],
  quoted: [quoted],
  'long one': [`${long}1"]`],
  'long two': [`${long}2"]`],
} as const satisfies Record<string, readonly string[]>

type FilteredName = keyof typeof termsToFilter

interface FilterCase {
  readonly title: string
  readonly filters: readonly TermFilter[]
  readonly passing: readonly FilteredName[]
}

const names = Object.keys(termsToFilter).filter((name): name is FilteredName => name in termsToFilter)
const allBut = (...left: readonly FilteredName[]) => names.filter((name) => !left.includes(name))

type Alternatives = TermFilter['alternatives']
const wanted = (...alternatives: Alternatives): TermFilter => {
  return { present: '["any"]', isWanted: true, alternatives }
}
const unwanted = (...alternatives: Alternatives): TermFilter => {
  return { ...wanted(...alternatives), isWanted: false }
}

const [a, b, c, none] = ['["a"]', '["b"]', '["c"]', '["none"]']

/** Filters and the chats that pass them. */
export const termFilterCases: readonly FilterCase[] = [
  { title: 'no filter', filters: [], passing: names },
  { title: 'one term', filters: [wanted([a])], passing: ['a', 'ab', 'abc'] },
  { title: 'a term that no chat has', filters: [wanted([none])], passing: [] },
  { title: 'all terms of an alternative', filters: [wanted([a, b])], passing: ['ab', 'abc'] },
  { title: 'all terms, in another order', filters: [wanted([c, a])], passing: ['abc'] },
  { title: 'not some of the terms', filters: [wanted([a, none])], passing: [] },
  { title: 'one of the alternatives', filters: [wanted([a], [b])], passing: ['a', 'b', 'ab', 'abc'] },
  {
    title: 'one of the alternatives of different lengths',
    filters: [wanted([a, b], [none], ['["A"]'])],
    passing: ['ab', 'abc', 'upper'],
  },
  { title: 'not terms of different alternatives', filters: [wanted([a, none], [b, none])], passing: [] },
  { title: 'a term twice', filters: [wanted([a, a])], passing: ['a', 'ab', 'abc'] },
  { title: 'an alternative twice', filters: [wanted([b], [b])], passing: ['b', 'ab', 'abc'] },
  { title: 'no alternatives', filters: [wanted()], passing: [] },
  { title: 'an excluded term', filters: [unwanted([a])], passing: allBut('a', 'ab', 'abc') },
  {
    title: 'an excluded alternative of several terms',
    filters: [unwanted([a, b])],
    passing: allBut('ab', 'abc'),
  },
  { title: 'excluded alternatives', filters: [unwanted([a], [b])], passing: allBut('a', 'b', 'ab', 'abc') },
  { title: 'an excluded term that no chat has', filters: [unwanted([none])], passing: names },
  { title: 'no excluded alternatives', filters: [unwanted()], passing: names },
  { title: 'several filters', filters: [wanted([a]), wanted([b])], passing: ['ab', 'abc'] },
  { title: 'several filters with the same term', filters: [wanted([a]), wanted([a, c])], passing: ['abc'] },
  { title: 'several filters that do not meet', filters: [wanted([a]), wanted(['["A"]'])], passing: [] },
  { title: 'one term without another', filters: [wanted([a]), unwanted([c])], passing: ['a', 'ab'] },
  { title: 'a term both wanted and excluded', filters: [wanted([a]), unwanted([a])], passing: [] },
  {
    title: 'several excluding filters',
    filters: [unwanted([c]), unwanted([b, a])],
    passing: allBut('ab', 'abc'),
  },
  { title: 'a term by its case', filters: [wanted(['["A"]'])], passing: ['upper'] },
  { title: 'a term by its accents', filters: [wanted(['["ä"]'])], passing: ['accented'] },
  { title: 'a whole term only', filters: [wanted(['["a"]x'])], passing: ['longer'] },
  { title: 'a term with quotes and signs', filters: [wanted([quoted])], passing: ['quoted'] },
  { title: 'a long term to its end', filters: [wanted([`${long}2"]`])], passing: ['long two'] },
  { title: 'an excluded long term', filters: [unwanted([`${long}1"]`])], passing: allBut('long one') },
]
