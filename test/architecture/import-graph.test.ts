import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { circleViolations } from './check-circles.js'
import { layerViolations } from './check-layers.js'
import { type ImportGraph, importGraphOf } from './import-graph.js'
import { knownBackArrows, layers } from './layers.js'
import { readWorkspace } from './workspace.js'

const root = 'packages/core/src'
const { files } = readWorkspace(fileURLToPath(new URL('../..', import.meta.url)))
const graph = importGraphOf(files.filter(({ path }) => path.startsWith('packages/')))

test('no file of a package imports in a circle', () => {
  assert.notEqual(graph.size, 0)
  assert.deepEqual(circleViolations(graph), [])
})

test('no import of core runs back up', () => {
  const violations = layerViolations(graph, root, layers)
  assert.deepEqual(
    violations.filter((violation) => !knownBackArrows.includes(violation)),
    [],
  )
})

test('every known exception is still needed', () => {
  const violations = layerViolations(graph, root, layers)
  assert.deepEqual(
    knownBackArrows.filter((known) => !violations.includes(known)),
    [],
  )
})

test('prints the circle that it catches, of types too', () => {
  const circular = graphOf({
    'p/start.ts': `import { a } from './a.js'`,
    'p/a.ts': `import { b } from './in/b.js'`,
    'p/in/b.ts': `export { c } from './c.js'`,
    'p/in/c.ts': `import type { a } from '../a.js'`,
  })
  assert.deepEqual(circleViolations(circular), ['circle: p/a.ts → p/in/b.ts → p/in/c.ts → p/a.ts'])
})

test('two ways to one file are no circle, and a test is no part of one', () => {
  const harmless = graphOf({
    'p/a.ts': `import { b } from './b.js'\nimport { c } from './c.js'`,
    'p/b.ts': `import { c } from './c.js'`,
    'p/c.ts': '',
    'p/c.test.ts': `import { a } from './a.js'`,
  })
  assert.deepEqual(circleViolations(harmless), [])
})

const planted: ReadonlyArray<readonly [from: string, specifier: string, to: string]> = [
  ['domain/a.ts', '../dispatch/b.js', 'dispatch/b.ts'],
  ['errors.ts', './domain/b.js', 'domain/b.ts'],
  ['edge/web/a.ts', '../rtm/b.js', 'edge/rtm/b.ts'],
  ['edge/http/a.ts', '../web/b.js', 'edge/web/b.ts'],
  ['actions/a.ts', '../admin/b.js', 'admin/b.ts'],
]

for (const [from, specifier, to] of planted) {
  test(`catches ${from} that imports ${to}`, () => {
    const text = `import type { b } from '${specifier}'`
    const arrow = graphOf({ [`${root}/${from}`]: text, [`${root}/${to}`]: '' })
    assert.deepEqual(layerViolations(arrow, root, layers), [`${root}/${from} → ${root}/${to}`])
  })
}

for (const path of ['new.ts', 'edge/new/a.ts']) {
  test(`catches ${path}, which has no layer`, () => {
    const homeless = graphOf({ [`${root}/${path}`]: '' })
    assert.deepEqual(layerViolations(homeless, root, layers), [`${root}/${path} has no layer`])
  })
}

test('a folder that no layer names is a feature, and imports no other feature', () => {
  const feature = graphOf({
    [`${root}/new/a.ts`]: `import '../changes/changes.js'\nimport '../routing/b.js'`,
    [`${root}/changes/changes.ts`]: '',
    [`${root}/routing/b.ts`]: '',
  })
  assert.deepEqual(layerViolations(feature, root, layers), [`${root}/new/a.ts → ${root}/routing/b.ts`])
})

test('accepts imports within a folder, and downwards', () => {
  const downwards = graphOf({
    [`${root}/edge/web/a.ts`]: `import './b.js'\nimport '../http/c.js'\nimport '../../errors.js'`,
    [`${root}/edge/web/b.ts`]: '',
    [`${root}/edge/http/c.ts`]: '',
    [`${root}/errors.ts`]: '',
  })
  assert.deepEqual(layerViolations(downwards, root, layers), [])
})

function graphOf(texts: Readonly<Record<string, string>>): ImportGraph {
  return importGraphOf(Object.entries(texts).map(([path, text]) => ({ path, text })))
}
