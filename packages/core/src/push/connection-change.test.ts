import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentTarget, customerTarget, nameOf } from '../../test/push-targets.js'
import type { SessionSelector } from '../domain/session-selector.js'
import { changeConnections } from './connection-change.js'
import type { EndCause, PushTarget } from './push-target.js'
import { PushTargets } from './push-targets.js'

function given() {
  const ended: string[] = []
  const targets = new PushTargets()
  const end = (name: string) => ({ end: (cause: EndCause) => void ended.push(`${name}: ${cause}`) })
  const all: readonly PushTarget[] = [
    customerTarget('phone', {}, end('phone')),
    customerTarget('laptop', {}, end('laptop')),
    customerTarget('other', { id: 'other', clientId: 'another app' }, end('other')),
    agentTarget('desk', {}, end('desk')),
    // The id of a customer is not that of an agent.
    agentTarget('twin', { id: 'customer' }, end('twin')),
    customerTarget('abroad', { licenseId: 2 }, end('abroad')),
  ]
  for (const target of all) targets.add(target)
  return { ended, targets, all }
}

const notFailing = (cause: unknown) => assert.fail(String(cause))

const cases: readonly (readonly [selector: SessionSelector, names: readonly string[]])[] = [
  [{ kind: 'customer', customerId: 'customer' }, ['phone', 'laptop']],
  [{ kind: 'customer', customerId: 'nobody' }, []],
  [{ kind: 'agent', agentId: 'customer' }, ['twin']],
  [{ kind: 'agent', agentId: 'ada@example.com' }, ['desk']],
  [{ kind: 'app', clientId: 'another app' }, ['other']],
  [{ kind: 'tokens', tokenHashes: ['hash of laptop'] }, ['laptop']],
]
for (const [selector, names] of cases) {
  test(`ends the selected connections of the license: ${JSON.stringify(selector)}`, () => {
    const { ended, targets } = given()
    const change = { kind: 'end', selector, cause: 'customer_banned', hasGrace: true } as const
    changeConnections(targets, 1, change, notFailing)
    assert.deepEqual(
      ended,
      names.map((name) => `${name}: customer_banned`),
    )
  })
}

test('removes connections without a grace period from the targets before ending them', () => {
  const { targets } = given()
  const selector = { kind: 'customer', customerId: 'customer' } as const
  changeConnections(
    targets,
    1,
    { kind: 'end', selector, cause: 'customer_banned', hasGrace: false },
    notFailing,
  )
  assert.deepEqual([...targets.listByLicense(1)].map(nameOf), ['desk', 'twin', 'other'])
})

test('changes the agent of a connection, which is then found under its new values', () => {
  const targets = new PushTargets()
  const access = { permission: 'normal', groups: [0, 7] } as const
  const ada = {
    ...agentTarget('desk', { permission: 'administrator', groups: [0] }),
    setAccess: () => Object.assign(ada, agentTarget('desk', access)),
  }
  const others = [agentTarget('elsewhere', { licenseId: 2 }), agentTarget('other', { id: 'other' })]
  for (const target of [ada, ...others]) targets.add(target)
  const groups = () => [...targets.listAgentGroups(1)].map(({ caller }) => caller.principal.groups)
  assert.deepEqual(groups().length, 2)
  changeConnections(targets, 1, { kind: 'agent', agentId: ada.caller.principal.id, access }, notFailing)
  assert.deepEqual(groups().at(-1), [0, 7])
  assert.deepEqual(groups().length, 2)
  assert.deepEqual(targets.listByAgent(1, ada.caller.principal.id).map(nameOf), ['desk'])
})

test('changing a connection that is no longer registered does not register it', () => {
  const targets = new PushTargets()
  const ada = agentTarget('desk')
  targets.change(ada, () => undefined)
  assert.equal(targets.hasLicense(1), false)
})

test('a connection that fails to end does not keep others from ending', () => {
  const { ended, targets } = given()
  const broken = new Error('broken')
  const fail = () => {
    throw broken
  }
  targets.add(customerTarget('broken', { id: 'unloved' }, { end: fail }))
  targets.add(
    customerTarget('next', { id: 'unloved' }, { end: (cause) => void ended.push(`next: ${cause}`) }),
  )
  const failures: unknown[] = []
  const selector = { kind: 'customer', customerId: 'unloved' } as const
  const change = { kind: 'end', selector, cause: 'customer_banned', hasGrace: true } as const
  changeConnections(targets, 1, change, (cause) => failures.push(cause))
  assert.deepEqual([failures, ended], [[broken], ['next: customer_banned']])
})
