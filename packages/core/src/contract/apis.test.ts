import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apis } from './apis.js'

for (const [name, entry] of Object.entries(apis)) {
  test(`the newest version of the ${name} API is the last of its versions`, () => {
    assert.equal(entry.versions.at(-1), entry.newestVersion)
  })

  test(`the ${name} API has a login and a disconnect push if it has real time`, () => {
    const hasRtm = entry.transports.some((transport) => transport === 'rtm')
    assert.equal(entry.login !== undefined, hasRtm)
    assert.equal(entry.disconnect !== undefined, hasRtm)
    assert.equal(entry.login?.api ?? name, name)
    assert.equal(entry.disconnect?.push.api ?? name, name)
  })
}

test('only the Configuration API has a default version', () => {
  const defaults = Object.entries(apis).map(([name, { defaultVersion }]) => [name, defaultVersion])
  assert.deepEqual(defaults, [
    ['customer', undefined],
    ['agent', undefined],
    ['configuration', 'v0.5'],
  ])
})
