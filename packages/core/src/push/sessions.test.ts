import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentTarget as agent, customerTarget as customer, nameOf } from '../../test/push-targets.js'
import type { PushTarget } from './push-target.js'
import { Sessions } from './sessions.js'

const names = (targets: Iterable<PushTarget>) => [...targets].map(nameOf)
const groups = (sessions: Sessions, licenseId = 1) =>
  [...sessions.agentGroupsOf(licenseId)].map(({ targets }) => names(targets))

function sessionsOf(...targets: readonly PushTarget[]): Sessions {
  const sessions = new Sessions()
  for (const target of targets) sessions.add(target)
  return sessions
}

test('connections are found by license and user', () => {
  const sessions = sessionsOf(
    customer('c1'),
    customer('c2'),
    customer('c3', { id: 'other' }),
    customer('c4', { licenseId: 2 }),
    agent('a1'),
    agent('a2', { id: 'grace@example.com' }),
    agent('a3', { licenseId: 2 }),
  )
  assert.deepEqual(names(sessions.ofCustomer(1, 'customer')), ['c1', 'c2'])
  assert.deepEqual(names(sessions.ofCustomer(2, 'customer')), ['c4'])
  assert.deepEqual(names(sessions.ofAgent(1, 'ada@example.com')), ['a1'])
  assert.deepEqual(groups(sessions), [['a1', 'a2']])
})

test('a customer and an agent of one id are two users', () => {
  const sessions = sessionsOf(customer('c', { id: 'same' }), agent('a', { id: 'same' }))
  assert.deepEqual(names(sessions.ofCustomer(1, 'same')), ['c'])
  assert.deepEqual(names(sessions.ofAgent(1, 'same')), ['a'])
})

test('nobody is found where nobody is', () => {
  const sessions = sessionsOf(agent('a'))
  assert.deepEqual(names(sessions.ofCustomer(1, 'customer')), [])
  assert.deepEqual(names(sessions.ofAgent(2, 'ada@example.com')), [])
  assert.deepEqual(names(sessions.ofAgent(1, 'nobody')), [])
  assert.deepEqual(groups(sessions, 2), [])
})

test('the ids of connected agents are told once each, over all licenses', () => {
  const sessions = sessionsOf(
    agent('a1'),
    agent('a2'),
    agent('a3', { licenseId: 2, id: 'grace@example.com' }),
    customer('c'),
  )
  assert.deepEqual(sessions.agentIds(), ['ada@example.com', 'grace@example.com'])
})

test('a removed connection is found no more, the others of its user are', () => {
  const [first, second] = [agent('a1'), agent('a2')]
  const sessions = sessionsOf(first, second)
  sessions.remove(first)
  assert.deepEqual(names(sessions.ofAgent(1, 'ada@example.com')), ['a2'])
  sessions.remove(second)
  assert.deepEqual(groups(sessions), [])
  assert.deepEqual(sessions.agentIds(), [])
})

test('a license that everybody left is entered again', () => {
  const target = agent('a')
  const sessions = sessionsOf(target)
  sessions.remove(target)
  sessions.add(target)
  assert.deepEqual(groups(sessions), [['a']])
})

test('every connection of a license is found, and none of another', () => {
  const sessions = sessionsOf(
    agent('a'),
    customer('c1'),
    customer('c2', { id: 'other' }),
    agent('b', { licenseId: 2 }),
  )
  assert.deepEqual(names(sessions.ofLicense(1)), ['a', 'c1', 'c2'])
  assert.deepEqual(names(sessions.ofLicense(3)), [])
})

test('removing what is not there removes nothing', () => {
  const sessions = sessionsOf(agent('a'))
  sessions.remove(agent('never added'))
  sessions.remove(customer('never added', { licenseId: 2 }))
  assert.deepEqual(groups(sessions), [['a']])
})

test('agents are together whose version, permission, groups and scopes are the same', () => {
  const scopes = new Set(['chats--all:read'] as const)
  const sessions = sessionsOf(
    agent('a'),
    agent('other person', { id: 'grace@example.com', clientId: 'another' }),
    agent('other version', {}, { version: 'v0.3' }),
    agent('other permission', { permission: 'administrator' }),
    agent('other groups', { groups: [0, 7] }),
    agent('other scopes', { scopes }),
    agent('other scopes too', { scopes }),
  )
  assert.deepEqual(groups(sessions), [
    ['a', 'other person'],
    ['other version'],
    ['other permission'],
    ['other groups'],
    ['other scopes', 'other scopes too'],
  ])
})
