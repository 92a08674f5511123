import type { Changes } from '../changes/changes.js'
import { systemOrigin } from '../changes/origin.js'
import { pageIds } from '../domain/page-ids.js'
import { isRedirectUri } from '../domain/redirect-uris.js'
import { invalid } from '../errors.js'
import type { Fact } from '../facts/fact.js'
import { hashSecret, newSecret } from '../identity/tokens.js'
import type { App } from '../model/app.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import { checkArgument, checkOptions } from './check-options.js'
import { type AppChanges, type NewAppOptions, optionSchemas } from './options.js'
import { type Page, type PageOptions, readPage } from './pages.js'

export interface RegisteredApp {
  readonly clientId: string
  /** Only of a server-side app, and only here: what is stored is its hash. */
  readonly clientSecret?: string
}

/** What the host may know of an app: everything but the hash of its secret. */
export type AppRegistration = Omit<App, 'secretHash'>

const clientIdBytes = 16
const pages = pageIds('apps', ['integer', 'text'])

/** App registration (spec authorization.md "App registration"). */
export class AppAdmin {
  readonly #read: StorageReads
  readonly #changes: Changes
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #settings: Settings

  constructor(dependencies: {
    read: StorageReads
    changes: Changes
    clock: Clock
    ids: Ids
    settings: Settings
  }) {
    this.#read = dependencies.read
    this.#changes = dependencies.changes
    this.#clock = dependencies.clock
    this.#ids = dependencies.ids
    this.#settings = dependencies.settings
  }

  /** Registers an app. The client secret of a server-side app is returned this once: its hash is stored. */
  async register(options: NewAppOptions): Promise<RegisteredApp> {
    checkOptions(optionSchemas.app, options, this.#settings.limits)
    const { licenseId, name, type, visibility, redirectUris, scopes } = options
    const { requirePkce = false, skipConsent = false } = options
    const clientId = Buffer.from(this.#ids.randomBytes(clientIdBytes)).toString('hex')
    const secret = type === 'server' ? newSecret('clientSecret', this.#ids) : undefined
    const app: App = {
      ...{ clientId, licenseId, name, type, visibility },
      redirectUris: [...redirectUris],
      scopes: [...new Set(scopes)],
      secretHash: secret === undefined ? null : hashSecret(secret),
      requiresPkce: requirePkce,
      skipsConsent: skipConsent,
      createdAt: this.#clock.now(),
    }
    checkApp(app)
    await this.#changes.commit(systemOrigin, app.createdAt, [], async (tx) => {
      if ((await tx.licenses.get(licenseId)) === undefined) throw invalid('licenseId names no license')
      await tx.apps.insert(app)
      return { response: undefined, facts: [] }
    })
    return { clientId, ...(secret !== undefined && { clientSecret: secret }) }
  }

  /**
   * Changes a registration. Tokens that exist keep their scopes until they are refreshed. A public app cannot become private, since agents
   * of other licenses may hold tokens of it.
   */
  async update(clientId: string, changes: AppChanges): Promise<AppRegistration> {
    checkArgument('clientId', clientId, this.#settings.limits)
    checkOptions(optionSchemas.appChanges, changes, this.#settings.limits)
    return this.#change(clientId, (app) => ({
      ...app,
      name: changes.name ?? app.name,
      visibility: changedVisibility(app, changes.visibility),
      redirectUris: [...(changes.redirectUris ?? app.redirectUris)],
      scopes: [...new Set(changes.scopes ?? app.scopes)],
      requiresPkce: changes.requirePkce ?? app.requiresPkce,
      skipsConsent: changes.skipConsent ?? app.skipsConsent,
    }))
  }

  /** Replaces the client secret. The old secret stops working immediately; existing tokens stay valid. */
  async rotateSecret(clientId: string): Promise<{ readonly clientSecret: string }> {
    checkArgument('clientId', clientId, this.#settings.limits)
    const clientSecret = newSecret('clientSecret', this.#ids)
    await this.#change(clientId, (app) => {
      if (app.type !== 'server') throw invalid('only a server-side app has a secret')
      return { ...app, secretHash: hashSecret(clientSecret) }
    })
    return { clientSecret }
  }

  /** Lists the apps of a license, the oldest first. */
  async list(licenseId: number, page: PageOptions = {}): Promise<Page<AppRegistration>> {
    const { limits } = this.#settings
    checkArgument('licenseId', licenseId, limits)
    const { items, nextPageId } = await readPage(page, limits, {
      pageIds: pages,
      keyOf: ({ createdAt, clientId }: App) => [createdAt, clientId],
      read: (limit, after) =>
        this.#read.apps.list(licenseId, limit, after && { createdAt: after[0], clientId: after[1] }),
    })
    return { items: items.map(registrationOf), nextPageId }
  }

  /**
   * Removes an app with its webhooks and those of its bots, its tokens and the sessions that live on them; of a public app, those of
   * every license.
   */
  async remove(clientId: string): Promise<void> {
    checkArgument('clientId', clientId, this.#settings.limits)
    await this.#changes.commit(systemOrigin, this.#clock.now(), [], async (tx) => {
      const removed = await tx.apps.remove(clientId)
      if (removed === undefined) throw invalid('clientId names no app')
      const { licenseIds, configurations } = removed
      const facts: Fact[] = [
        ...licenseIds.map((licenseId) => ({ name: 'app_removed', licenseId, clientId }) as const),
        ...configurations.map((license) =>
          Object.assign({ name: 'configuration_updated' } as const, license),
        ),
      ]
      return { response: undefined, facts }
    })
  }

  #change(clientId: string, change: (app: App) => App): Promise<AppRegistration> {
    return this.#changes.commit(systemOrigin, this.#clock.now(), [], async (tx) => {
      const app = change(await requireApp(tx, clientId))
      checkApp(app)
      await tx.apps.update(app)
      return { response: registrationOf(app), facts: [] }
    })
  }
}

async function requireApp(tx: StorageTransaction, clientId: string): Promise<App> {
  const app = await tx.apps.get(clientId)
  if (app === undefined) throw invalid('clientId names no app')
  return app
}

function changedVisibility(app: App, visibility: App['visibility'] = app.visibility): App['visibility'] {
  if (app.visibility === 'public' && visibility === 'private')
    throw invalid('a public app cannot become private')
  return visibility
}

function registrationOf({ secretHash: _, ...app }: App): AppRegistration {
  return app
}

function checkApp({ type, visibility, redirectUris, skipsConsent }: App): void {
  if (skipsConsent && visibility === 'public') throw invalid('only a private app can skip the consent page')
  if (type === 'server' && visibility === 'public') throw invalid('a public server-side app is not available')
  for (const uri of redirectUris) checkRedirectUri(uri)
}

function checkRedirectUri(uri: string): void {
  if (isRedirectUri(uri)) return
  throw invalid(
    'a redirect URI must be http(s)://host[:port][/path], without user, query, fragment or dot segments',
  )
}
