import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actions } from '../../packages/core/src/actions/index.js'
import { kinds } from './kinds.js'

const names = kinds.map(({ name }) => name)

test('there are at least fifty kinds of attack, each with a name of its own', () => {
  assert.ok(names.length >= 50)
  assert.equal(new Set(names).size, names.length)
  assert.deepEqual(
    names.filter((name) => name.includes(',')),
    [],
    'no name contains a comma, because PARLEY_ATTACKS_ONLY is split there',
  )
})

for (const [api, actionsOfApi] of Object.entries(actions)) {
  test(`every action of the ${api} API is an attack`, () => {
    const actionNames = Object.values(actionsOfApi).map(({ contract }) => contract.name)
    const missing = actionNames.filter((name) => !names.includes(`${api} ${name}`))
    assert.deepEqual(missing, [])
  })
}
