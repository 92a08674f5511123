import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choose } from '../../scripts/mutants/choose.js'
import type { Mutant, Mutation } from '../../scripts/mutants/mutant.js'
import { findPlace } from '../../scripts/mutants/place.js'
import { shareOut } from '../../scripts/mutants/quotas.js'
import { withSwitches } from '../../scripts/mutants/rewrite.js'
import type { MutableFile } from '../../scripts/mutants/sources.js'

/** A file whose every line is `const <name> = <number>`, and a mutant of each number. */
function fileOf(path: string, names: readonly string[]): MutableFile {
  const text = names.map((name) => `  const ${name} = 1\n`).join('')
  const mutations = [...text.matchAll(/1(?=\n)/g)].map(({ index }): Mutation => {
    return { operator: 'number', start: index, end: index + 1, before: '1', after: '1 + 1' }
  })
  return { path, text, mutations }
}

const names = Array.from({ length: 40 }, (_, index) => `n${index}`)
const chosen = (files: readonly MutableFile[], seed = 1) =>
  choose(new Map([['domain', files]]), { seed, count: 10 })
const idsOf = (mutants: readonly Mutant[]) => mutants.map(({ id }) => id)

test('the same seed chooses the same mutants of the same sources', () => {
  const files = [fileOf('a.ts', names), fileOf('b.ts', names)]
  assert.deepEqual(chosen(files), chosen(files))
  assert.notDeepEqual(idsOf(chosen(files)), idsOf(chosen(files, 2)))
})

test('lines that are added elsewhere change neither the choice nor the ids', () => {
  const added = Array.from({ length: 3 }, (_, index) => `added${index}`)
  const before = chosen([fileOf('a.ts', names)])
  const after = chosen([fileOf('a.ts', [...added, ...names])])
  const keptIds = idsOf(after).filter((id) => idsOf(before).includes(id))
  assert.ok(keptIds.length >= before.length - added.length)
})

test('places of chosen mutants do not overlap', () => {
  const text = 'const sum = 1 + 2\n'
  const mutation = (start: number, end: number, operator: Mutation['operator']): Mutation => {
    return { operator, start, end, before: text.slice(start, end), after: '0' }
  }
  const mutations = [mutation(12, 17, 'arithmetic'), mutation(12, 13, 'number'), mutation(16, 17, 'number')]
  const mutants = chosen([{ path: 'a.ts', text, mutations }])
  assert.ok(mutants.length <= 2)
  assert.ok(mutants.length === 1 || mutants.every(({ operator }) => operator === 'number'))
})

test('a mutant is found after its line has moved, and gone after its line has changed', () => {
  const [mutant] = choose(new Map([['domain', [fileOf('a.ts', ['a'])]]]), { seed: 1, count: 1 })
  assert.ok(mutant)
  assert.equal(findPlace(mutant, '\n\n      const a = 1\n'), 18)
  assert.equal(findPlace(mutant, '  const a = 2\n'), undefined)
})

test('the second of two equal lines is found as the second', () => {
  const mutants = choose(new Map([['domain', [fileOf('a.ts', ['a', 'a'])]]]), { seed: 1, count: 2 })
  const text = '// more\n  const a = 1\n  const a = 1\n'
  assert.deepEqual(
    mutants.map((mutant) => findPlace(mutant, text)),
    [text.indexOf('1'), text.lastIndexOf('1')],
  )
})

test('all mutants of a file stand in it behind switches, and lines keep their numbers', () => {
  const place = { area: 'domain', file: 'a.ts', line: 1, column: 1, nth: 0 } as const
  const mutants: readonly Mutant[] = [
    {
      ...place,
      id: 'aa',
      operator: 'comparison',
      context: 'if (a < b) return c',
      offset: 4,
      before: 'a < b',
      after: 'a <= b',
    },
    { ...place, id: 'bb', operator: 'call', context: 'work()', offset: 0, before: 'work()', after: '' },
  ]
  assert.equal(
    withSwitches('if (a < b) return c\n  work()\n', mutants, '/switch.ts'),
    [
      'if ((mutantIs("aa") ? (a <= b) : (a < b))) return c',
      '  if (mutantIs("bb")) {  } else { work() }',
      '',
      'import { mutantIs } from "/switch.ts"',
      '',
    ].join('\n'),
  )
})

test('shares are in proportion, add up, and none is below the least', () => {
  const sizes = new Map([
    ['large', 700],
    ['medium', 290],
    ['small', 10],
  ])
  assert.deepEqual(
    [...shareOut(sizes, 50, 8)],
    [
      ['large', 30],
      ['medium', 12],
      ['small', 8],
    ],
  )
})
