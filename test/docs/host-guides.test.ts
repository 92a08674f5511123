import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { fullHosts, installedHosts, testHostGuides } from './host-guides.js'

testHostGuides(installedHosts)

test('each host guide is run by this suite or by the full one', () => {
  const names = readdirSync('docs/guides/hosts').map((name) => name.replace('.md', ''))
  assert.deepEqual(names.sort(), [...installedHosts, ...fullHosts].sort())
})
