import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { refusal } from '../../test/assertions.js'
import { agentPrincipal } from '../../test/domain-values.js'
import { includesGroups, type RequestedRecipients, toMulticastContent, toRecipients } from './multicast.js'

const nobody = { areAllAgents: false, agentIds: [], groups: [], customerIds: [] }

const named: readonly (readonly [RequestedRecipients, object])[] = [
  [{ agents: { all: true } }, { areAllAgents: true }],
  [{ agents: { ids: ['ada'] } }, { agentIds: ['ada'] }],
  [{ agents: { groups: [0, 7] } }, { groups: [0, 7] }],
  [{ customers: { ids: ['casey'] } }, { customerIds: ['casey'] }],
  [
    { agents: { all: false, ids: [], groups: [1] }, customers: { ids: ['casey'] } },
    { groups: [1], customerIds: ['casey'] },
  ],
]
for (const [requested, expected] of named) {
  test(`a multicast accepts the recipients ${JSON.stringify(requested)}`, () => {
    assert.deepEqual(toRecipients(requested), { ...nobody, ...expected })
  })
}

const empty: readonly RequestedRecipients[] = [
  {},
  { agents: {} },
  { customers: {} },
  { agents: { all: false }, customers: { ids: [] } },
  { agents: { ids: [], groups: [] } },
]
for (const requested of empty) {
  test(`a multicast refuses ${JSON.stringify(requested)}, which names no recipient`, () => {
    assert.throws(
      () => toRecipients(requested),
      refusal('validation', /: payload\.scopes must name at least one recipient$/),
    )
  })
}

test('recipients are deduplicated, and agents match in any case', () => {
  const ids = ['Ada@Example.com', 'ada@example.com']
  const requested = { agents: { ids, groups: [7, 7] }, customers: { ids: ['Casey', 'casey', 'casey'] } }
  assert.deepEqual(toRecipients(requested), {
    ...{ areAllAgents: false, agentIds: ['ada@example.com'], groups: [7], customerIds: ['Casey', 'casey'] },
  })
})

test('includesGroupsOf is true for agents of a named group, and when all agents are recipients', () => {
  const agent = agentPrincipal({ groups: [0, 7] })
  assert.equal(includesGroups({ ...nobody, groups: [1, 7] }, agent), true)
  assert.equal(includesGroups({ ...nobody, groups: [1] }, agent), false)
  assert.equal(includesGroups({ ...nobody, areAllAgents: true }, agent), true)
  assert.equal(includesGroups({ ...nobody, agentIds: [agent.id] }, agent), false)
})

test('the content of a multicast is any JSON, unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (content) => {
      const taken = toMulticastContent(content, 1_000_000)
      assert.equal(JSON.stringify(taken), JSON.stringify(content))
    }),
  )
})

test("the content of a multicast is a copy of the caller's object", () => {
  const content = { list: [1] }
  const taken = toMulticastContent(content, 100)
  content.list.push(2)
  assert.deepEqual(taken, { list: [1] })
})

test('the size of multicast content is limited in bytes of JSON', () => {
  for (const [content, bytes] of [
    ['x'.repeat(98), 100],
    ['ä'.repeat(49), 100],
    [null, 4],
  ] as const) {
    toMulticastContent(content, bytes)
    assert.throws(
      () => toMulticastContent(content, bytes - 1),
      refusal('validation', new RegExp(`: payload\\.content is larger than ${bytes - 1} bytes as JSON$`)),
    )
  }
})

test('a multicast of an in-process caller without content is refused', () => {
  assert.throws(
    () => toMulticastContent(undefined, 100),
    refusal('validation', /: payload\.content is required$/),
  )
})
