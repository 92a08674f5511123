import type { Parley } from '@parley/core'
import type { App } from '@parley/core/admin'
import { type Fields, oneOf, scopesIn, text, texts } from './console-fields.js'
import type { Demo } from './provision.js'
import { refusal } from './refused.js'

/** The license's apps, as the console shows and changes them. Field names are those of Parley's APIs. */
export class ConsoleApps {
  readonly #admin: Parley['admin']
  readonly #demo: Demo

  constructor(admin: Parley['admin'], demo: Demo) {
    this.#admin = admin
    this.#demo = demo
  }

  async list() {
    const { items } = await this.#admin.apps.list({ licenseId: this.#demo.licenseId })
    return items.map((app) => this.#view(app))
  }

  async create(fields: Fields) {
    const { clientId, clientSecret } = await this.#admin.apps.create({
      licenseId: this.#demo.licenseId,
      name: text(fields, 'name').trim(),
      type: oneOf(fields, 'type', ['browser', 'server']),
      visibility: oneOf(fields, 'visibility', ['private', 'public']),
      redirectUris: redirectUris(fields),
      scopes: scopesIn(fields),
    })
    return { client_id: clientId, client_secret: clientSecret }
  }

  async update(clientId: string, fields: Fields) {
    await this.#requireChangeable(clientId)
    const app = await this.#admin.apps.update(clientId, {
      name: text(fields, 'name').trim(),
      visibility: oneOf(fields, 'visibility', ['private', 'public']),
      redirectUris: redirectUris(fields),
      scopes: scopesIn(fields),
    })
    return this.#view(app)
  }

  async rotateSecret(clientId: string) {
    await this.#requireChangeable(clientId)
    const { clientSecret } = await this.#admin.apps.rotateSecret(clientId)
    return { client_id: clientId, client_secret: clientSecret }
  }

  async delete(clientId: string) {
    await this.#requireChangeable(clientId)
    await this.#admin.apps.delete(clientId)
    return {}
  }

  /** Requires an app of this license that is not one of the quickstart's own pages. */
  async #requireChangeable(clientId: string): Promise<void> {
    const app = (await this.list()).find(({ client_id }) => client_id === clientId)
    if (app === undefined) throw refusal('there is no such app any more')
    if (app.is_built_in) throw refusal('the quickstart itself needs this app')
  }

  #view({ clientId, name, type, visibility, redirectUris, scopes, createdAt }: App) {
    const { desk, console, reference } = this.#demo
    return {
      client_id: clientId,
      ...{ name, type, visibility, scopes },
      redirect_uris: redirectUris,
      created_at: Math.floor(createdAt.getTime() / 1_000),
      is_built_in: [desk, console, reference].some((app) => app.clientId === clientId),
    }
  }
}

function redirectUris(fields: Fields): readonly string[] {
  const uris = texts(fields, 'redirect_uris')
  if (uris.length === 0) throw refusal('at least one redirect URI is required')
  return uris
}
