import type { Agent, LoginUser, Token, TokenBearer, TokenIdentity, TokenLogin } from '@parley/core/storage'
import { flag, integer, integerOrNull, json, oneOf, text, textOrNull } from '../sql/columns.js'
import type { Row } from '../sql/executor.js'
import { encodeRows, type RowsParams } from '../sql/insert-rows.js'
import { decodePermission } from '../users/agent-rows.js'
import { decodeNamedCustomer } from '../users/customers.js'

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

/** Selection of `tokens.identify`, in addition to the token. */
export const bearerSelection = [
  'licenses.expires_at as license_expires_at',
  'apps.type as app_type',
  'agents.permission',
  'agents.groups',
  'customers.id as customer_id',
  'customers.banned_until',
] as const

/** Additional selection of `tokens.identifyLogin`. Columns that both tables have are prefixed with the table. */
export const loginSelection = [
  'customers.external_id',
  'customers.name',
  'customers.email',
  'customers.fields',
  'customers.visitor',
  'customers.thread_count',
  'customers.created_at as customer_created_at',
  'licenses.name as license_name',
  'licenses.plan',
  'licenses.is_in_trial',
  'licenses.created_at as license_created_at',
] as const

export function decodeIdentity(row: Row): TokenIdentity | undefined {
  const bearer = decodeBearer(row)
  if (bearer === undefined) return undefined
  return {
    token: decodeToken(row),
    licenseExpiresAt: integerOrNull(row, 'license_expires_at'),
    appType: row.app_type === null ? null : oneOf(row, 'app_type', ['server', 'browser'] as const),
    bearer,
  }
}

export function decodeLogin(row: Row): TokenLogin | undefined {
  const identity = decodeIdentity(row)
  return identity && { identity, arriving: decodeArriving(row, identity) }
}

function decodeArriving(row: Row, { token, licenseExpiresAt, bearer }: TokenIdentity): LoginUser {
  const { entityId: id, licenseId } = token
  if (bearer.kind === 'customer') {
    const createdAt = integer(row, 'customer_created_at')
    return { kind: bearer.kind, customer: decodeNamedCustomer(row, { id, licenseId, createdAt }) }
  }
  const license = {
    id: licenseId,
    name: text(row, 'license_name'),
    plan: text(row, 'plan'),
    isInTrial: flag(row, 'is_in_trial'),
    createdAt: integer(row, 'license_created_at'),
    expiresAt: licenseExpiresAt,
  }
  return { kind: bearer.kind, license }
}

function decodeBearer(row: Row): TokenBearer | undefined {
  if (row.permission !== null) {
    const groups = json<Agent['groups']>(row, 'groups')
    return { kind: 'agent', permission: decodePermission(row), groups: groups.map(({ id }) => id) }
  }
  if (row.customer_id === null) return undefined
  return { kind: 'customer', bannedUntil: integerOrNull(row, 'banned_until') }
}
