import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentTarget as agent, customerTarget as customer, nameOf } from '../../test/push-targets.js'
import type { PushTarget } from './push-target.js'
import { PushTargets } from './push-targets.js'

const names = (targets: Iterable<PushTarget>) => [...targets].map(nameOf)
const groups = (all: PushTargets, licenseId = 1) =>
  [...all.listAgentGroups(licenseId)].map(({ targets }) => names(targets))

function targetsOf(...all: readonly PushTarget[]): PushTargets {
  const targets = new PushTargets()
  for (const target of all) targets.add(target)
  return targets
}

test('finds connections by license and user', () => {
  const targets = targetsOf(
    customer('c1'),
    customer('c2'),
    customer('c3', { id: 'other' }),
    customer('c4', { licenseId: 2 }),
    agent('a1'),
    agent('a2', { id: 'grace@example.com' }),
    agent('a3', { licenseId: 2 }),
  )
  assert.deepEqual(names(targets.listByCustomer(1, 'customer')), ['c1', 'c2'])
  assert.deepEqual(names(targets.listByCustomer(2, 'customer')), ['c4'])
  assert.deepEqual(names(targets.listByAgent(1, 'ada@example.com')), ['a1'])
  assert.deepEqual(groups(targets), [['a1', 'a2']])
})

test('distinguishes a customer and an agent with the same id', () => {
  const targets = targetsOf(customer('c', { id: 'same' }), agent('a', { id: 'same' }))
  assert.deepEqual(names(targets.listByCustomer(1, 'same')), ['c'])
  assert.deepEqual(names(targets.listByAgent(1, 'same')), ['a'])
})

test('finds nothing for unknown users', () => {
  const targets = targetsOf(agent('a'))
  assert.deepEqual(names(targets.listByCustomer(1, 'customer')), [])
  assert.deepEqual(names(targets.listByAgent(2, 'ada@example.com')), [])
  assert.deepEqual(names(targets.listByAgent(1, 'nobody')), [])
  assert.deepEqual(groups(targets, 2), [])
})

test('agents lists each connected agent once, over all licenses', () => {
  const targets = targetsOf(
    agent('a1'),
    agent('a2'),
    agent('a3', { licenseId: 2, id: 'grace@example.com' }),
    customer('c'),
  )
  assert.deepEqual(
    targets.agents().map(({ id }) => id),
    ['ada@example.com', 'grace@example.com'],
  )
})

test('a removed connection is no longer found, the others of its user are', () => {
  const [first, second] = [agent('a1'), agent('a2')]
  const targets = targetsOf(first, second)
  targets.remove(first)
  assert.deepEqual(names(targets.listByAgent(1, 'ada@example.com')), ['a2'])
  targets.remove(second)
  assert.deepEqual(groups(targets), [])
  assert.deepEqual(targets.agents(), [])
})

test('a license can be added again after its last connection was removed', () => {
  const target = agent('a')
  const targets = targetsOf(target)
  targets.remove(target)
  targets.add(target)
  assert.deepEqual(groups(targets), [['a']])
})

test('listByLicense returns every connection of the license, and none of another', () => {
  const targets = targetsOf(
    agent('a'),
    customer('c1'),
    customer('c2', { id: 'other' }),
    agent('b', { licenseId: 2 }),
  )
  assert.deepEqual(names(targets.listByLicense(1)), ['a', 'c1', 'c2'])
  assert.deepEqual(names(targets.listByLicense(3)), [])
})

test('removing an unknown connection has no effect', () => {
  const targets = targetsOf(agent('a'))
  targets.remove(agent('never added'))
  targets.remove(customer('never added', { licenseId: 2 }))
  assert.deepEqual(groups(targets), [['a']])
})

test('groups agents with the same version, permission, groups and scopes', () => {
  const scopes = new Set(['chats--all:read'] as const)
  const targets = targetsOf(
    agent('a'),
    agent('other person', { id: 'grace@example.com', clientId: 'another' }),
    agent('other version', {}, { version: 'v0.3' }),
    agent('other permission', { permission: 'administrator' }),
    agent('other groups', { groups: [0, 7] }),
    agent('other scopes', { scopes }),
    agent('other scopes too', { scopes }),
  )
  assert.deepEqual(groups(targets), [
    ['a', 'other person'],
    ['other version'],
    ['other permission'],
    ['other groups'],
    ['other scopes', 'other scopes too'],
  ])
})
