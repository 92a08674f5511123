import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentPrincipal, customerPrincipal } from '../../test/domain-values.js'
import type { AgentPrincipal, CustomerPrincipal } from '../domain/principal.js'
import { type PushTarget, Sessions } from './sessions.js'

const silent = { push: () => undefined, logOut: () => undefined }
const customer = (id: string, values: Partial<CustomerPrincipal> = {}): PushTarget => {
  return { id, api: 'customer', version: 'v0.5', principal: customerPrincipal(values), ...silent }
}
const agent = (id: string, values: Partial<AgentPrincipal> = {}): PushTarget => {
  return { id, api: 'agent', version: 'v0.4', principal: agentPrincipal(values), ...silent }
}
const ids = (targets: Iterable<PushTarget>) => [...targets].map(({ id }) => id)

function givenSessions(...targets: readonly PushTarget[]) {
  const heard: string[] = []
  const sessions = new Sessions((licenseId, isConnected) => heard.push(`${licenseId} ${isConnected}`))
  for (const target of targets) sessions.add(target)
  return { sessions, heard }
}

test('connections are found by license and user', () => {
  const { sessions } = givenSessions(
    customer('c1'),
    customer('c2'),
    customer('c3', { id: 'other' }),
    customer('c4', { licenseId: 2 }),
    agent('a1'),
    agent('a2', { id: 'grace@example.com' }),
    agent('a3', { licenseId: 2 }),
  )
  assert.deepEqual(ids(sessions.ofCustomer(1, 'customer')), ['c1', 'c2'])
  assert.deepEqual(ids(sessions.ofCustomer(2, 'customer')), ['c4'])
  assert.deepEqual(ids(sessions.ofAgent(1, 'ada@example.com')), ['a1'])
  assert.deepEqual(ids(sessions.agentsOf(1)), ['a1', 'a2'])
})

test('a customer and an agent of one id are two users', () => {
  const { sessions } = givenSessions(customer('c', { id: 'same' }), agent('a', { id: 'same' }))
  assert.deepEqual(ids(sessions.ofCustomer(1, 'same')), ['c'])
  assert.deepEqual(ids(sessions.ofAgent(1, 'same')), ['a'])
})

test('nobody is found where nobody is', () => {
  const { sessions } = givenSessions(agent('a'))
  assert.deepEqual(ids(sessions.ofCustomer(1, 'customer')), [])
  assert.deepEqual(ids(sessions.ofAgent(2, 'ada@example.com')), [])
  assert.deepEqual(ids(sessions.ofAgent(1, 'nobody')), [])
  assert.deepEqual(ids(sessions.agentsOf(2)), [])
})

test('the ids of connected agents are told once each, over all licenses', () => {
  const { sessions } = givenSessions(
    agent('a1'),
    agent('a2'),
    agent('a3', { licenseId: 2, id: 'grace@example.com' }),
    customer('c'),
  )
  assert.deepEqual(sessions.agentIds(), ['ada@example.com', 'grace@example.com'])
})

test('a removed connection is found no more, the others of its user are', () => {
  const [first, second] = [agent('a1'), agent('a2')]
  const { sessions } = givenSessions(first, second)
  sessions.remove(first)
  assert.deepEqual(ids(sessions.ofAgent(1, 'ada@example.com')), ['a2'])
  sessions.remove(second)
  assert.deepEqual(ids(sessions.agentsOf(1)), [])
  assert.deepEqual(sessions.agentIds(), [])
})

test('the first and the last connection of each license are announced', () => {
  const [a, c, other] = [agent('a'), customer('c'), customer('other', { licenseId: 2 })]
  const { sessions, heard } = givenSessions(a, c, other)
  assert.deepEqual(heard, ['1 true', '2 true'])
  sessions.remove(a)
  assert.deepEqual(heard, ['1 true', '2 true'])
  sessions.remove(c)
  assert.deepEqual(heard, ['1 true', '2 true', '1 false'])
  sessions.add(c)
  assert.deepEqual(heard.at(-1), '1 true')
})

test('removing what is not there announces nothing', () => {
  const { sessions, heard } = givenSessions(agent('a'))
  sessions.remove(agent('never added'))
  sessions.remove(customer('never added', { licenseId: 2 }))
  assert.deepEqual(ids(sessions.agentsOf(1)), ['a'])
  assert.deepEqual(heard, ['1 true'])
})
