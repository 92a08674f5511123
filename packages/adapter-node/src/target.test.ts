import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitTarget } from './target.js'

const cases: ReadonlyArray<readonly [url: string, path: string, query: string]> = [
  ['/', '/', ''],
  ['/a%2Fb', '/a%2Fb', ''],
  ['/a?b=c', '/a', 'b=c'],
  ['/a?', '/a', ''],
  ['/a?b?c', '/a', 'b?c'],
  ['/a?redirect=http://host/b', '/a', 'redirect=http://host/b'],
  ['//host/a', '//host/a', ''],
  ['http://host/a?b', '/a', 'b'],
  ['https://[::1]:8080/a', '/a', ''],
  ['http://host', '/', ''],
  ['http://host?b/c', '/', 'b/c'],
  ['*', '*', ''],
]

for (const [url, path, query] of cases) {
  test(`splits ${url}`, () => assert.deepEqual(splitTarget(url), { path, query }))
}
