import type { Token, TokenIdentity } from '@parley/core'
import { decodeAgent } from './agent-rows.js'
import { integer, integerOrNull, json, oneOf, rows, text, textOrNull } from './columns.js'
import { decodeCustomer } from './customers.js'
import type { Row } from './executor.js'
import { encodeRows, type RowsParams } from './insert-rows.js'
import { decodeLicense } from './licenses.js'

export const tokenColumns = {
  hash: 'text',
  kind: 'text',
  license_id: 'integer',
  client_id: 'text',
  entity_id: 'text',
  scopes: 'text',
  created_at: 'integer',
  expires_at: 'integer',
  refresh_hash: 'text',
  sealed_refresh: 'text',
  code_hash: 'text',
} as const

export const tokenSelection = [
  'tokens.hash',
  'tokens.kind',
  'tokens.license_id',
  'tokens.client_id',
  'tokens.entity_id',
  'tokens.scopes',
  'tokens.created_at',
  'tokens.expires_at',
  'tokens.refresh_hash',
  'tokens.sealed_refresh',
  'tokens.code_hash',
] as const

export function decodeToken(row: Row): Token {
  return {
    hash: text(row, 'hash'),
    kind: oneOf(row, 'kind', ['access', 'refresh', 'customer']),
    licenseId: integer(row, 'license_id'),
    clientId: text(row, 'client_id'),
    entityId: text(row, 'entity_id'),
    scopes: json<Token['scopes']>(row, 'scopes'),
    createdAt: integer(row, 'created_at'),
    expiresAt: integerOrNull(row, 'expires_at'),
    refreshHash: textOrNull(row, 'refresh_hash'),
    sealedRefresh: textOrNull(row, 'sealed_refresh'),
    codeHash: textOrNull(row, 'code_hash'),
  }
}

export function encodeTokens(tokens: readonly Token[]): RowsParams {
  const rows = tokens.map((token) => ({
    hash: token.hash,
    kind: token.kind,
    license_id: token.licenseId,
    client_id: token.clientId,
    entity_id: token.entityId,
    scopes: JSON.stringify(token.scopes),
    created_at: token.createdAt,
    expires_at: token.expiresAt,
    refresh_hash: token.refreshHash,
    sealed_refresh: token.sealedRefresh,
    code_hash: token.codeHash,
  }))
  return encodeRows<typeof tokenColumns>(rows)
}

export function decodeIdentity(row: Row): TokenIdentity | undefined {
  const token = decodeToken(row)
  const [license] = rows(row, 'licenses').map(decodeLicense)
  const [agent] = rows(row, 'agents').map(decodeAgent)
  const [customer] = rows(row, 'customers').map(decodeCustomer)
  if (license === undefined) return undefined
  if (agent !== undefined) return { token, license, kind: 'agent', agent }
  if (customer !== undefined) return { token, license, kind: 'customer', customer }
  return undefined
}
