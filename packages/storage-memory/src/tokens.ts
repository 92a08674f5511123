import type {
  Token,
  TokenBearer,
  TokenIdentity,
  TokenLogin,
  TokenReads,
  TokenWrites,
} from '@parley/core/storage'
import { departBotsByToken } from './bots.js'
import { compare, reversed, type SortKey } from './order.js'
import type { Run, Tables } from './tables.js'

const sortKeyOf = ({ createdAt, hash }: Pick<Token, 'createdAt' | 'hash'>): SortKey => [createdAt, hash]

export const tokenReads = (run: Run): TokenReads => ({
  identify: (hash) => run((tables) => identify(tables, hash)),
  identifyLogin: (hash) => run((tables) => identifyLogin(tables, hash)),
  get: (hash) => run(({ tokens }) => tokens.get(hash)),
  listByEntity: (entityId, limit, after) =>
    run(({ tokens }) => {
      const follows = (one: Token) => after === undefined || compare(sortKeyOf(one), sortKeyOf(after)) < 0
      const following = tokens.rows((token) => token.entityId === entityId && follows(token))
      return reversed(following, sortKeyOf).slice(0, limit)
    }),
  countExpired: (until, max) => run(({ tokens }) => tokens.countUntil(until, max)),
})

export const tokenWrites = (run: Run): TokenWrites => ({
  insert: (added) =>
    run(({ tokens }) => {
      for (const token of added) tokens.insert(token.hash, token)
    }),
  revoke: (hash) => run((tables) => revokeFamilies(tables, (token) => token.hash === hash)),
  revokeByCode: (codeHash, clientId) =>
    run((tables) =>
      revokeFamilies(tables, (token) => token.codeHash === codeHash && token.clientId === clientId),
    ),
  revokeByEntity: (entityId) =>
    run((tables) => revokeFamilies(tables, (token) => token.entityId === entityId)),
  revokeSurplus: (clientId, agentId, keepCount) =>
    run((tables) => {
      const refreshTokens = tables.tokens.rows((token) => {
        return token.kind === 'refresh' && token.clientId === clientId && token.entityId === agentId
      })
      const newestFirst = reversed(refreshTokens, sortKeyOf)
      const surplus = new Set(newestFirst.slice(keepCount))
      return revokeFamilies(tables, (token) => surplus.has(token))
    }),
  deleteExpired: (until, limit) => run(({ tokens }) => tokens.deleteUntil(until, limit)),
  ...tokenReads(run),
})

function identify(tables: Tables, hash: string): TokenIdentity | undefined {
  const token = tables.tokens.get(hash)
  if (token === undefined) return undefined
  const license = tables.licenses.get(`${token.licenseId}`)
  const bearer = bearerOf(tables, token)
  if (license === undefined || bearer === undefined) return undefined
  const appType = tables.apps.get(token.clientId)?.type ?? null
  return { token, licenseExpiresAt: license.expiresAt, appType, bearer }
}

function identifyLogin(tables: Tables, hash: string): TokenLogin | undefined {
  const identity = identify(tables, hash)
  if (identity === undefined) return undefined
  const { kind } = identity.bearer
  if (kind === 'agent') {
    const license = tables.licenses.get(`${identity.token.licenseId}`)
    return license && { identity, arriving: { kind, license } }
  }
  const customer = tables.customers.get(identity.token.entityId)
  return customer && { identity, arriving: { kind, customer } }
}

function bearerOf({ agents, customers }: Tables, token: Token): TokenBearer | undefined {
  const { kind, entityId, licenseId } = token
  if (kind === 'customer') {
    const customer = customers.get(entityId)
    return customer?.licenseId === licenseId ? { kind, bannedUntil: customer.bannedUntil } : undefined
  }
  const agent = agents.get(entityId)
  if (agent?.licenseId !== licenseId) return undefined
  return { kind: 'agent', permission: agent.permission, groups: agent.groups.map(({ id }) => id) }
}

/** Revokes tokens, together with their refresh tokens and all access tokens made from these. */
function revokeFamilies(tables: Tables, isRevoked: (token: Token) => boolean): readonly Token[] {
  const { tokens } = tables
  const revoked = tokens.rows(isRevoked)
  const hashes = new Set(revoked.flatMap(({ hash, refreshHash }) => [hash, refreshHash ?? hash]))
  const ended = tokens.deleteWhere(
    ({ hash, refreshHash }) => hashes.has(hash) || hashes.has(refreshHash ?? hash),
  )
  departBotsByToken(tables, new Set(ended.map(({ hash }) => hash)))
  return ended
}
