import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  agentMember,
  agentPrincipal,
  chatHead,
  customerMember,
  customerPrincipal,
} from '../../test/domain-values.js'
import type { Scope } from '../contract/scopes.js'
import type { ChatScopes } from '../model/chat.js'
import { covers, holdsAny, isMember, isVisibleTo, mayRead, readReach } from './access.js'
import type { AgentPrincipal } from './principal.js'

const nobody = { members: [customerMember], scopes: { groups: [7], agents: ['grace@example.com'] } }
const chatWith = (scopes: Partial<ChatScopes>) =>
  chatHead({ members: [customerMember], scopes: { groups: [], agents: [], ...scopes } })

test('isMember is true for present members only', () => {
  assert.equal(isMember('customer', chatHead()), true)
  assert.equal(isMember('Customer', chatHead()), false)
  assert.equal(isMember('customer', { members: [] }), false)
})

const visibility: readonly (readonly [
  string,
  Partial<AgentPrincipal>,
  Parameters<typeof isVisibleTo>[1],
  boolean,
])[] = [
  ['without scopes is visible to every agent', {}, chatWith({}), true],
  ['without scopes is visible to an agent in no group', { groups: [] }, chatWith({}), true],
  ['is visible to an agent in one of its groups', { groups: [0, 3] }, chatWith({ groups: [2, 3] }), true],
  ['of group 0 is visible to every agent', { groups: [0] }, chatWith({ groups: [0] }), true],
  ['is visible to an agent whom its scopes name', {}, chatWith({ agents: ['ada@example.com'] }), true],
  ['is visible to its members whatever its scopes', {}, { ...nobody, members: [agentMember] }, true],
  ['is visible to an administrator whatever its scopes', { permission: 'administrator' }, nobody, true],
  ['of other groups is not visible', { groups: [0, 3] }, chatWith({ groups: [2, 4] }), false],
  ['that names other agents is not visible', {}, chatWith({ agents: ['grace@example.com'] }), false],
  ['of other groups and agents is not visible', {}, nobody, false],
]

for (const [title, agent, chat, expected] of visibility) {
  test(`a chat ${title}`, () => assert.equal(isVisibleTo(agentPrincipal(agent), chat), expected))
}

const own = chatHead({ scopes: { groups: [7], agents: [] } })
const visible = chatHead({ members: [customerMember] })
const hidden = chatWith({ groups: [7] })
const conversation: readonly Scope[] = ['chats.conversation--all:write', 'chats.conversation--my:write']

const coverage: readonly (readonly [string, readonly Scope[], typeof own, boolean])[] = [
  ['an --all scope covers an own chat', ['chats.conversation--all:write'], own, true],
  ['an --all scope covers a visible chat', ['chats.conversation--all:write'], visible, true],
  ['an --all scope does not cover a hidden chat', ['chats.conversation--all:write'], hidden, false],
  ['a --my scope covers an own chat', ['chats.conversation--my:write'], own, true],
  ['a --my scope does not cover a visible chat', ['chats.conversation--my:write'], visible, false],
  ['a --my scope does not cover a hidden chat', ['chats.conversation--my:write'], hidden, false],
  ['any of several scopes suffices', conversation, visible, true],
  ['a scope that is no alternative covers nothing', ['chats.meta--all:write', 'chats--all:read'], own, false],
  ['no scope covers nothing', [], own, false],
]

for (const [title, scopes, chat, expected] of coverage) {
  test(title, () => {
    const agent = agentPrincipal({ scopes: new Set(scopes) })
    assert.equal(covers(agent, conversation, chat), expected)
  })
}

test('covers refuses an administrator whose token lacks the scope', () => {
  const agent = agentPrincipal({ permission: 'administrator' })
  assert.equal(covers(agent, conversation, own), false)
})

test('an empty list of alternative scopes covers no chat, and every agent holds it', () => {
  const agent = agentPrincipal({ scopes: new Set(conversation) })
  assert.equal(covers(agent, [], own), false)
  assert.equal(holdsAny(agentPrincipal(), []), true)
})

test('holdsAny requires one of the alternative scopes', () => {
  const agent = agentPrincipal({ scopes: new Set<Scope>(['chats.conversation--my:write']) })
  assert.equal(holdsAny(agent, conversation), true)
  assert.equal(holdsAny(agent, ['chats.meta--my:write']), false)
})

test('mayRead is true for customers who are members of the chat only', () => {
  assert.equal(mayRead(customerPrincipal(), own), true)
  assert.equal(mayRead(customerPrincipal({ id: 'stranger' }), own), false)
  assert.equal(mayRead(customerPrincipal({ id: 'stranger' }), chatWith({})), false)
})

test('mayRead is true for agents whose token has a read scope that covers the chat', () => {
  const reader = (...scopes: Scope[]) => agentPrincipal({ scopes: new Set(scopes) })
  assert.equal(mayRead(reader('chats--all:read'), visible), true)
  assert.equal(mayRead(reader('chats--my:read'), own), true)
  assert.equal(mayRead(reader('chats--my:read'), visible), false)
  assert.equal(mayRead(reader('chats--all:read'), hidden), false)
  assert.equal(mayRead(reader('chats.conversation--all:write'), own), false)
  assert.equal(mayRead(reader(), own), false)
})

const reaches: readonly (readonly [Partial<AgentPrincipal>, ReturnType<typeof readReach>])[] = [
  [{ scopes: new Set<Scope>(['chats--all:read']), permission: 'administrator' }, 'every'],
  [{ scopes: new Set<Scope>(['chats--all:read', 'chats--my:read']) }, 'visible'],
  [{ scopes: new Set<Scope>(['chats--my:read']) }, 'member'],
  [{ scopes: new Set<Scope>(['chats--my:read']), permission: 'administrator' }, 'member'],
  [{ scopes: new Set<Scope>(['chats.meta--all:write']), permission: 'administrator' }, undefined],
]

for (const [values, reach] of reaches) {
  const agent = agentPrincipal(values)
  test(`readReach is ${reach} for a ${agent.permission} agent with ${[...agent.scopes].join(', ')}`, () => {
    assert.equal(readReach(agent), reach)
  })
}
