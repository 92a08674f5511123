import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '../contract/scopes.js'
import { parseParameters } from './parameters.js'
import { differsFromRequest, requestedScopes, scopeText } from './requested-scopes.js'

const available: readonly Scope[] = ['chats--all:read', 'agents--my:write', 'multicast:write']
const asking = (scope?: string) =>
  parseParameters(scope === undefined ? '' : new URLSearchParams({ scope }).toString())

const cases: readonly (readonly [scope: string | undefined, granted: readonly Scope[], differs: boolean])[] =
  [
    [undefined, available, false],
    ['', available, false],
    [' , ', available, false],
    ['chats--all:read', ['chats--all:read'], false],
    ['multicast:write chats--all:read', ['chats--all:read', 'multicast:write'], false],
    ['chats--all:read,multicast:write', ['chats--all:read', 'multicast:write'], false],
    ['chats--all:read chats--all:read', ['chats--all:read'], false],
    ['chats--all:read webhooks--all:read', ['chats--all:read'], true],
    [`${available.join(' ')} openid`, available, true],
    ['chats--all:read __proto__', ['chats--all:read'], true],
  ]

test('grants the requested scopes that are available, and names them when they differ', () => {
  for (const [scope, granted, differs] of cases) {
    assert.deepEqual(requestedScopes(asking(scope), available), granted, scope)
    assert.equal(differsFromRequest(asking(scope), available, granted), differs, scope)
  }
  assert.equal(differsFromRequest(asking(), available, ['multicast:write']), true)
  assert.equal(scopeText(['chats--all:read', 'multicast:write']), 'chats--all:read multicast:write')
})

test('throws invalid_scope when no requested scope is available', () => {
  for (const scope of ['openid', 'CHATS--ALL:READ', 'webhooks--all:read constructor']) {
    assert.throws(() => requestedScopes(asking(scope), available), { code: 'invalid_scope' })
  }
})
