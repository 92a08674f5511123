import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createVirtualFileSystem } from 'typescript/unstable/fs'
import type { Mutation } from '../../scripts/mutants/mutant.js'
import { readMutableFiles } from '../../scripts/mutants/sources.js'

const cases: readonly (readonly [source: string, ...changes: readonly string[]])[] = [
  ['const c = a < b', 'comparison: a <= b'],
  ['const c = a >= b', 'comparison: a > b'],
  ['const c = a === b', 'comparison: a !== b'],
  ['const c = p && q', 'logic: p || q'],
  ['const c = p || q || r', 'logic: (p || q) && r', 'logic: p && q'],
  ['const c = a + b', 'arithmetic: a - b'],
  ['const c = s + t'],
  ['const c = a - b', 'arithmetic: a + b'],
  ['count += a', 'assignment: count -= a'],
  ['label += s'],
  ['const c = 10', 'number: 10 + 1', 'number: 10 - 1'],
  ['const c = { 1: s }'],
  ['const c: 1 | true = known'],
  ['const c = true', 'boolean: false'],
  ['const c = s ?? t', 'default: s', 'default: t'],
  ['const c = p ? a : b', 'negation: !(p)'],
  ['const c = !p ? a : b', 'negation: p'],
  ['while (p) work()', 'negation: !(p)'],
  ['function f() { if (p) return; work() }', 'guard: ', 'negation: !(p)', 'call: '],
  ['function f() { if (a === b) { throw s } }', 'guard: ', 'comparison: a !== b'],
  ['function f() { if (p) return; else work() }', 'negation: !(p)'],
  ['async function f() { await work() }', 'call: '],
  ['class C extends Base { constructor() { super() } }'],
  // Without a semicolon, a parenthesis at the beginning of a statement would call the expression before it.
  ['p && work()'],
]

const declarations = `
declare let a: number, b: number, count: number
declare let p: boolean, q: boolean, r: boolean
declare let s: string | undefined, t: string, label: string
declare let known: 1
declare function work(): void
declare class Base {}
`

let found: readonly (readonly Mutation[])[]

before(() => {
  const files = Object.fromEntries(
    cases.map(([source], index) => [`/case-${index}.ts`, `export {}\n${declarations}${source}\n`]),
  )
  const fs = createVirtualFileSystem({ ...files, '/tsconfig.json': '{"compilerOptions":{"noLib":true}}' })
  found = readMutableFiles(Object.keys(files), { project: '/tsconfig.json', fs }).map(
    ({ mutations }) => mutations,
  )
})

for (const [index, [source, ...changes]] of cases.entries()) {
  test(`${source} has ${changes.length === 0 ? 'no mutants' : `the mutants ${changes.join(', ')}`}`, () => {
    const mutations = found[index] ?? []
    assert.deepEqual(
      mutations.map(({ operator, after }) => `${operator}: ${after}`).toSorted(),
      changes.toSorted(),
    )
  })
}
