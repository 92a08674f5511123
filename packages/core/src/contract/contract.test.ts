import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { actionContracts, contractSchemas, partsOf, pushContracts } from '../../test/schemas.js'
import { actions } from '../actions/index.js'
import * as agentActions from './agent-actions.js'
import { apis } from './apis.js'
import * as configurationActions from './configuration-actions.js'
import * as customerActions from './customer-actions.js'
import type { ActionContract } from './define.js'
import { contractLimits, limitKeyword } from './limits.js'
import { propertiesRequest } from './objects/properties.js'
import { scopes } from './scopes.js'
import { versions } from './versions.js'

const written: readonly ActionContract[] = [
  ...Object.values(agentActions),
  ...Object.values(configurationActions),
  ...Object.values(customerActions),
]

test('every action of the contract has one handler', () => {
  for (const contract of written) {
    const handlers = actionContracts.filter((other) => other === contract)
    assert.equal(handlers.length, 1, `${contract.api} ${contract.name} ${contract.versions.join()}`)
  }
})

test('no in-process method name is in both the Agent API and the Configuration API', () => {
  const twice = Object.keys(actions.agent).filter((name) => Object.hasOwn(actions.configuration, name))
  assert.deepEqual(twice, [])
})

test('every handler has an entry in the contract', () => {
  for (const contract of actionContracts)
    assert.ok(written.includes(contract), `${contract.api} ${contract.name}`)
})

test('every push that answers an action is one of its API, in a version of the action', () => {
  for (const { api, name, versions: own, pushes = [] } of actionContracts) {
    for (const answer of pushes) {
      const isThere = pushContracts.some(
        (push) =>
          push.api === api &&
          (push.newerName ?? push.name) === answer &&
          push.versions.some((one) => own.includes(one)),
      )
      assert.ok(isThere, `${api} ${name} ${answer}`)
    }
  }
})

for (const [kind, entries] of [
  ['action', actionContracts],
  ['push', pushContracts],
] as const) {
  test(`every ${kind} occurs once per API and version`, () => {
    const keys = entries.flatMap(({ api, name, versions }) =>
      versions.map((version) => `${api}/${version}/${name}`),
    )
    assert.deepEqual(keys, [...new Set(keys)])
  })

  test(`every ${kind} has a valid name and existing versions`, () => {
    for (const entry of entries) {
      const isGrouped = 'transports' in entry && apis[entry.api].hasActionGroups
      assert.match(entry.name, isGrouped ? /^[a-z]+\/[a-z]+(_[a-z]+)*$/ : /^[a-z]+(_[a-z]+)*$/)
      assert.ok(entry.versions.length > 0)
      const known: readonly string[] = versions[entry.api]
      for (const version of entry.versions) assert.ok(known.includes(version), `${entry.name} ${version}`)
    }
  })
}

test('every action has a transport, and login is for real-time connections only', () => {
  for (const { name, transports } of actionContracts) {
    assert.ok(transports.length > 0, name)
    assert.equal(transports.includes('web'), name !== 'login', name)
  }
})

test('the scopes of every action exist, and customers need none', () => {
  for (const contract of actionContracts) {
    for (const scope of contract.scopes) assert.ok(Object.hasOwn(scopes, scope), `${contract.name} ${scope}`)
    if (contract.api === 'customer') assert.deepEqual(contract.scopes, [])
  }
})

test('every token scope has its own plain words', () => {
  const jargon =
    /licen[cs]e|meta ?data|scope|webhook|namespace|configur|propert|multicast|identit|token|write (?:conv|own|all)/i
  const texts = Object.values(scopes).map(({ plainWords }) => plainWords)
  for (const text of texts) {
    assert.match(text, /^[A-Z][^.]{10,}[^.\s]$/)
    assert.doesNotMatch(text, jargon)
  }
  assert.deepEqual(texts, [...new Set(texts)])
})

for (const [title, schema] of contractSchemas) {
  test(`${title} compiles and refuses values that are not objects`, () => {
    const compiled = Compile(schema)
    for (const value of [undefined, null, 'x', 1, []]) assert.equal(compiled.Check(value), false)
  })
}

test('mapOf validates the values of all keys', () => {
  for (const [title, schema] of contractSchemas) {
    for (const part of partsOf(schema)) {
      if (!('patternProperties' in part) || typeof part.patternProperties !== 'object') continue
      for (const pattern of Object.keys(part.patternProperties ?? {})) {
        for (const key of ['', 'a', 'a\nb', '\n', '\r', '\u2028', '😀']) {
          assert.match(key, new RegExp(pattern), `${title}: ${pattern}`)
        }
      }
    }
  }
})

test('every bound that an option can change names a limit and has its default', () => {
  const limits: Readonly<Record<string, number>> = contractLimits
  for (const [title, schema] of contractSchemas) {
    for (const part of partsOf(schema)) {
      if (!(limitKeyword in part)) continue
      const limit = String(part[limitKeyword])
      const bound = Object.entries(part).find(([key]) => /^max(Length|Items|Properties)$/.test(key))
      assert.ok(Object.hasOwn(limits, limit), `${title}: ${limit}`)
      assert.equal(bound?.[1], limits[limit], `${title}: ${limit}`)
    }
  }
})

test('every text and list of a request has a limit', () => {
  for (const [title, schema] of contractSchemas.filter(([title]) => title.endsWith(' request'))) {
    for (const part of partsOf(schema, isProperties)) {
      if (!('type' in part) || 'const' in part) continue
      if (part.type === 'string') assert.ok('maxLength' in part, `${title} has a text without end`)
      if (part.type === 'array') assert.ok('maxItems' in part, `${title} has a list without end`)
    }
  }
})

test('every limit is used by a schema or by a rule', () => {
  const used = new Set(contractSchemas.flatMap(([, schema]) => [...partsOf(schema)]).map(limitOf))
  const rules = readdirSync(new URL('../domain/', import.meta.url), { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(`../domain/${name}`, import.meta.url), 'utf8'))
    .join('\n')
  for (const limit of Object.keys(contractLimits)) assert.ok(used.has(limit) || rules.includes(limit), limit)
})

function limitOf(part: object): unknown {
  return limitKeyword in part ? part[limitKeyword] : undefined
}

/** Properties have their own definitions, which the domain checks. The size of a request limits their number. */
function isProperties(part: object): boolean {
  return JSON.stringify(part) === JSON.stringify(propertiesRequest)
}
