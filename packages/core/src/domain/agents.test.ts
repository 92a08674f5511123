import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getEmail, getGroupIds, normalizeAgentId, normalizeAgentIds, toMemberships } from './agents.js'

const emails: readonly (readonly [id: string, given: string | null, shown: string])[] = [
  ['ada@example.com', 'ada@mail.example.com', 'ada@mail.example.com'],
  ['ada@example.com', null, 'ada@example.com'],
  ['jürgen@beispiel.example', null, 'jürgen@beispiel.example'],
  ['ada@localhost', null, 'ada@localhost'],
  ['ada', 'ada@example.com', 'ada@example.com'],
  ['ada@example.com', '', ''],
  ['ada', null, ''],
  ['@ada', null, ''],
  ['ada@', null, ''],
  ['ada@shop@example.com', null, ''],
  ['0123456789abcdef0123456789abcdef', null, ''],
]

for (const [id, given, shown] of emails) {
  const what = given === null ? 'no address' : `the address '${given}'`
  test(`emailOf returns '${shown}' for ${id} with ${what}`, () =>
    assert.equal(getEmail({ id, email: given }), shown))
}

test('normalizeAgentId lower-cases logins and keeps the ids of bots', () => {
  assert.equal(normalizeAgentId('Ada@Example.COM'), 'ada@example.com')
  const bot = '0123456789abcdef0123456789abcdef'
  assert.equal(normalizeAgentId(bot), bot)
})

const alike: Readonly<Record<string, readonly string[]>> = {
  'bob@example.com': [
    'bob@example.com ',
    ' Bob@example.com',
    '\tbob@example.com\r\n',
    '\u00a0bob@example.com\ufeff',
  ],
  'zo\u00e9@example.com': ['zoe\u0301@example.com', 'ZO\u00c9@example.com', 'ZOE\u0301@EXAMPLE.COM '],
  '\u01f0an': ['J\u030can', 'j\u030can'],
  '\ud55c\uad6d': ['\u1112\u1161\u11ab\u1100\u116e\u11a8'],
}

test('normalizeAgentId trims logins and composes their characters', () => {
  for (const [id, names] of Object.entries(alike)) {
    for (const named of [id, ...names]) assert.equal(normalizeAgentId(named), id)
  }
})

test('normalizeAgentIds removes duplicates and keeps the first position', () => {
  assert.deepEqual(normalizeAgentIds(['Bob', 'ada', 'BOB', 'bob', 'Ada']), ['bob', 'ada'])
  assert.deepEqual(normalizeAgentIds([]), [])
})

test('membershipsOf adds group 0 with normal priority when it is missing', () => {
  const first = { id: 7, priority: 'first' } as const
  assert.deepEqual(toMemberships([]), [{ id: 0, priority: 'normal' }])
  assert.deepEqual(toMemberships([first]), [{ id: 0, priority: 'normal' }, first])
  const last = { id: 0, priority: 'last' } as const
  assert.deepEqual(toMemberships([first, last]), [first, last])
  assert.deepEqual(getGroupIds({ groups: toMemberships([first]) }), [0, 7])
})
