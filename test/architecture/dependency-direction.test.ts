import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { violationsIn } from './check.js'
import { readWorkspace, type Workspace } from './workspace.js'

test('the workspace follows every rule', () => {
  const workspace = readWorkspace(fileURLToPath(new URL('../..', import.meta.url)))
  assert.notEqual(workspace.files.length, 0)
  assert.deepEqual(violationsIn(workspace), [])
})

const core = 'packages/core/src'

const planted: ReadonlyArray<readonly [path: string, text: string, violation: RegExp]> = [
  [`${core}/engine.ts`, `import { serve } from '@parley/adapter-node'`, /core must not import adapter-node/],
  [
    `${core}/engine.ts`,
    `import { memoryStorage } from '@parley/storage-memory'`,
    /core must not import storage-memory/,
  ],
  [`${core}/engine.ts`, `const ws = await import('ws')`, /must not import ws/],
  [`${core}/engine.ts`, `import {\n  a,\n} from '../../storage-sql/src/a.js'`, /outside its own package/],
  [
    `${core}/engine.ts`,
    `import x from 'undeclared/deep'`,
    /imports undeclared, which @parley\/core does not/,
  ],
  [`${core}/engine.ts`, `import fs from 'fs'`, /imports fs, which/],
  [`${core}/ports/bus.ts`, `import { a } from '../errors.js'`, /ports must not import/],
  [`${core}/ports/bus.ts`, `import type { Static } from 'typebox'`, /ports must not import typebox/],
  [`${core}/ports/bus.ts`, `export const limit = 1`, /holds an implementation/],
  [`${core}/ports/bus.ts`, `export abstract class Bus {}`, /holds an implementation/],
  [`${core}/ports/bus.ts`, `export async function open() {}`, /holds an implementation/],
  [
    `${core}/model/agent.ts`,
    `import type { AgentReads } from '../ports/stores/agents.js'`,
    /model must not import .*ports/,
  ],
  [`${core}/model/agent.ts`, `export function copyAgent() {}`, /holds an implementation/],
  [`${core}/contract/define.ts`, `import type { a } from '../errors.js'`, /contract must not import/],
  [
    `${core}/contract/define.ts`,
    `import { hash } from 'node:crypto'`,
    /contract must not import node:crypto/,
  ],
  [`${core}/domain/access.ts`, `import { hash } from 'node:crypto'`, /domain must not import node:crypto/],
  [`${core}/domain/access.ts`, `export { a } from '../dispatch/a.js'`, /domain must not import .*dispatch/],
  [`${core}/actions/a.ts`, `import '../push/fan-out.js'`, /actions must not import .*push/],
  ['packages/conformance/src/a.ts', `import { a } from '@parley/core'`, /only types from core/],
  [
    'packages/storage-sql/src/a.ts',
    `import { a } from '@parley/core'`,
    /must import core as @parley\/core\/storage or/,
  ],
  ['packages/storage-sql/src/a.ts', `import { a } from '@parley/storage-sqlite'`, /must not import storage-/],
  [
    'packages/storage-memory/src/a.ts',
    `import { a } from '@parley/storage-sql'`,
    /must not import storage-sql/,
  ],
  ['packages/storage-memory/src/a.ts', `import { a } from 'typebox'`, /must not import typebox/],
  [`${core}/index.ts`, `export * from './engine.js'`, /export \*/],
  [`${core}/engine.ts`, `export default 1`, /default export/],
  [`${core}/engine.ts`, `export { a as default } from './a.js'`, /default export/],
  [`${core}/string-utils.ts`, '', /grab-bag name/],
  [`${core}/engine.ts`, 'a\n'.repeat(401), /has 401 lines/],
]

for (const [path, text, violation] of planted) {
  test(`catches ${JSON.stringify(text.slice(0, 60))} in ${path}`, () => {
    assert.match(violationsIn(workspaceOf(path, text)).join('\n'), violation)
  })
}

test('catches a seventh runtime dependency of core and a package without rules', () => {
  const dependencies = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, '1']))
  const manifests = {
    'packages/core': { name: '@parley/core', dependencies },
    'packages/new': { name: '@parley/new' },
  }
  assert.deepEqual(violationsIn({ files: [], manifests }), [
    'packages/core has 7 runtime dependencies, more than 6',
    'packages/new has no place in the table of packages',
  ])
})

const harmless: ReadonlyArray<readonly [path: string, text: string]> = [
  [`${core}/engine.ts`, `import { hash } from 'node:crypto'\nimport { a } from './dispatch/a.js'`],
  [`${core}/ports/bus.ts`, `import type { a } from '../contract/a.js'\nexport interface Bus {}`],
  [`${core}/ports/bus.ts`, `import { type a, type b } from '../contract/a.js'`],
  [`${core}/contract/define.ts`, `import { Compile } from 'typebox/compile'\nimport { a } from './a.js'`],
  [`${core}/domain/access.test.ts`, `import { a } from '../dispatch/a.js'\nimport test from 'node:test'`],
  [`${core}/domain/access.test.ts`, `import { memoryStorage } from '@parley/storage-memory'`],
  ['packages/conformance/src/a.ts', `import type { a } from '@parley/core/ports'`],
  [
    'packages/adapter-node/src/a.ts',
    `import { a } from '@parley/core'\nimport { b } from '@parley/core/ports'`,
  ],
  ['packages/conformance/src/a.ts', `/**\n * import { a } from '@parley/core'\n */`],
]

for (const [path, text] of harmless) {
  test(`accepts ${JSON.stringify(text.slice(0, 60))} in ${path}`, () => {
    assert.deepEqual(violationsIn(workspaceOf(path, text)), [])
  })
}

function workspaceOf(path: string, text: string): Workspace {
  const all = { '@parley/core': '1', '@parley/storage-sqlite': '1', '@parley/adapter-node': '1' }
  return {
    files: [{ path, text }],
    manifests: {
      'packages/core': { name: '@parley/core', dependencies: { ...all, typebox: '1' } },
      'packages/conformance': { name: '@parley/conformance', dependencies: all },
      'packages/adapter-node': { name: '@parley/adapter-node', dependencies: all },
      'packages/storage-memory': {
        name: '@parley/storage-memory',
        peerDependencies: { ...all, typebox: '1' },
      },
      'packages/storage-sql': { name: '@parley/storage-sql', dependencies: all },
    },
  }
}
