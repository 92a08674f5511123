import type { Parley } from '@parley/core'
import { type Fields, scopesIn, text } from './console-fields.js'
import type { Demo } from './provision.js'
import { refusal } from './refused.js'

/** Access tokens for the license's own programs, such as a bot. Parley stores no token, so they cannot be listed. */
export class ConsoleTokens {
  readonly #admin: Parley['admin']
  readonly #licenseId: number

  constructor(admin: Parley['admin'], { licenseId }: Demo) {
    this.#admin = admin
    this.#licenseId = licenseId
  }

  /** Issues a token. Its refresh token is not shown, and is revoked together with it. */
  async issue(fields: Fields) {
    const clientId = text(fields, 'client_id')
    const agentId = text(fields, 'agent_id')
    const scopes = scopesIn(fields)
    const { items: apps } = await this.#admin.apps.list({ licenseId: this.#licenseId })
    const app = apps.find((candidate) => candidate.clientId === clientId)
    if (app === undefined) throw refusal('there is no such app any more')
    const foreign = scopes.find((scope) => !app.scopes.includes(scope))
    if (foreign !== undefined) throw refusal(`${app.name} is not registered with the scope ${foreign}`)
    const issued = await this.#admin.tokens.createForAgent({
      ...{ licenseId: this.#licenseId, clientId, agentId, scopes },
    })
    return {
      ...{ access_token: issued.accessToken, scopes: issued.scopes },
      expires_in_seconds: issued.expiresInSeconds,
    }
  }

  async revoke(fields: Fields) {
    const token = text(fields, 'token').trim()
    if (token === '') throw refusal('token is required')
    await this.#admin.tokens.revoke(token)
    return {}
  }
}
