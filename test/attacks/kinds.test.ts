import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as agentActions from '../../packages/core/src/contract/actions/agent.js'
import * as customerActions from '../../packages/core/src/contract/actions/customer.js'
import { kinds } from './kinds.js'

const names = kinds.map(({ name }) => name)

test('there are at least fifty kinds of attack, each with a name of its own', () => {
  assert.ok(names.length >= 50)
  assert.equal(new Set(names).size, names.length)
  assert.deepEqual(
    names.filter((name) => name.includes(',')),
    [],
    'PARLEY_ATTACKS_ONLY is split at commas',
  )
})

for (const [api, actions] of Object.entries({ customer: customerActions, agent: agentActions })) {
  test(`every action of the ${api} API is an attack`, () => {
    const missing = Object.values(actions).filter(({ name }) => !names.includes(`${api} ${name}`))
    assert.deepEqual(
      missing.map(({ name }) => name),
      [],
    )
  })
}
