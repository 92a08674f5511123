import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantableScopes } from './grantable-scopes.js'

test('an agent who is not an administrator can grant scopes of the normal level only, in the requested order', () => {
  const asked = [
    'webhooks--all:read',
    'chats--my:read',
    'chats.meta--all:write',
    'chats.meta--my:write',
  ] as const
  assert.deepEqual(grantableScopes(asked, 'normal'), ['chats--my:read', 'chats.meta--my:write'])
  assert.deepEqual(grantableScopes(asked, 'administrator'), asked)
})
