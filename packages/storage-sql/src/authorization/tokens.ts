import type { Token, TokenIdentity, TokenLogin, TokenWrites } from '@parley/core/storage'
import { text, textOrNull } from '../sql/columns.js'
import { countDue } from '../sql/due-rows.js'
import { first, type Row, type SqlExecutor } from '../sql/executor.js'
import { decodeIdentity, decodeLogin, decodeToken, encodeTokens } from './token-rows.js'
import type { tokenStatements } from './token-statements.js'

/**
 * Stores tokens. A revocation first locks the tokens to start with, which waits for a transaction that is making
 * another token from one of them. The deletion is a later statement, so it sees that token.
 */
export class SqlTokens implements TokenWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof tokenStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof tokenStatements>) {
    this.#db = db
    this.#statements = statements
  }

  async identify(hash: string): Promise<TokenIdentity | undefined> {
    const row = await first(this.#db, this.#statements.identify, { hash })
    return row && decodeIdentity(row)
  }

  async identifyLogin(hash: string): Promise<TokenLogin | undefined> {
    const row = await first(this.#db, this.#statements.identifyLogin, { hash })
    return row && decodeLogin(row)
  }

  async get(hash: string): Promise<Token | undefined> {
    const row = await first(this.#db, this.#statements.get, { hash })
    return row && decodeToken(row)
  }

  async listByEntity(
    entityId: string,
    limit: number,
    after?: Pick<Token, 'createdAt' | 'hash'>,
  ): Promise<readonly Token[]> {
    const params = {
      entity_id: entityId,
      after_at: after?.createdAt ?? Number.MAX_SAFE_INTEGER,
      after_hash: after?.hash ?? '',
      limit,
    }
    return (await this.#db.all(this.#statements.listByEntity, params)).map(decodeToken)
  }

  async insert(tokens: readonly Token[]): Promise<void> {
    await this.#db.run(this.#statements.insert, encodeTokens(tokens))
  }

  async revoke(hash: string): Promise<readonly Token[]> {
    return this.#deleteFamilies(await this.#db.all(this.#statements.lockPair, { hash }))
  }

  async revokeByCode(codeHash: string, clientId: string): Promise<readonly Token[]> {
    const params = { code_hash: codeHash, client_id: clientId }
    return this.#deleteFamilies(await this.#db.all(this.#statements.lockByCode, params))
  }

  async revokeByEntity(entityId: string): Promise<readonly Token[]> {
    return this.#deleteFamilies(await this.#db.all(this.#statements.lockByEntity, { entity_id: entityId }))
  }

  /**
   * Revokes the oldest tokens of an app and an agent, beyond `keepCount`. Calls for the same app and agent run one after
   * the other, so each counts the refresh tokens that earlier calls have left.
   */
  async revokeSurplus(clientId: string, agentId: string, keepCount: number): Promise<readonly Token[]> {
    await this.#db.all(this.#statements.lockKey, { key: `tokens:${clientId}:${agentId}` })
    const params = { client_id: clientId, entity_id: agentId, keep_count: keepCount }
    return this.#deleteFamilies(await this.#db.all(this.#statements.lockSurplus, params))
  }

  countExpired(until: number, max: number): Promise<number> {
    return countDue(this.#db, this.#statements.countDue, { until, max })
  }

  async deleteExpired(until: number, limit: number): Promise<number> {
    return await this.#db.run(this.#statements.deleteDue, { until, limit })
  }

  async #deleteFamilies(members: readonly Row[]): Promise<readonly Token[]> {
    if (members.length === 0) return []
    const hashes = new Set<string>()
    for (const member of members) {
      hashes.add(text(member, 'hash'))
      const refreshHash = textOrNull(member, 'refresh_hash')
      if (refreshHash !== null) hashes.add(refreshHash)
    }
    const rows = await this.#db.all(this.#statements.deleteFamilies, { hashes: [...hashes] })
    const tokens = rows.map(decodeToken)
    await this.#db.run(this.#statements.departBots, { hashes: tokens.map(({ hash }) => hash) })
    return tokens
  }
}
