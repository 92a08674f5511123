import type { Changes } from '../changes/changes.js'
import { systemOrigin } from '../changes/origin.js'
import { pageIds } from '../domain/page-ids.js'
import { isRedirectUri } from '../domain/redirect-uris.js'
import { invalid, invalidField } from '../errors.js'
import type { Fact } from '../facts/fact.js'
import { hashSecret, newSecret } from '../identity/tokens.js'
import type { App as StoredApp } from '../model/app.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import { checkArgument, checkInput } from './check-input.js'
import { type App, type CreatedApp, toApp } from './entities/app.js'
import {
  type CreateAppInput,
  createApp,
  type ListAppsInput,
  listApps,
  type UpdateAppInput,
  updateApp,
} from './inputs/app.js'
import type { Page } from './inputs/page.js'
import { mapPage, readPage } from './pages.js'

const clientIdBytes = 16
const pages = pageIds('apps', ['integer', 'text'])

/** Manages the apps of all licenses (spec authorization.md "App registration"). */
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

  /**
   * Creates an app. This is the only time that the client secret of a server-side app is returned, because only its
   * hash is stored.
   */
  async create(input: CreateAppInput): Promise<CreatedApp> {
    checkInput(createApp, input, this.#settings.limits)
    const { licenseId, name, type, visibility, redirectUris, scopes } = input
    const { requiresPkce = false, skipsConsent = false } = input
    const clientId = Buffer.from(this.#ids.randomBytes(clientIdBytes)).toString('hex')
    const clientSecret = type === 'server' ? newSecret('clientSecret', this.#ids) : undefined
    const app: StoredApp = {
      ...{ clientId, licenseId, name, type, visibility },
      redirectUris: [...redirectUris],
      scopes: [...new Set(scopes)],
      secretHash: clientSecret === undefined ? null : hashSecret(clientSecret),
      ...{ requiresPkce, skipsConsent },
      createdAt: this.#clock.now(),
    }
    checkApp(app)
    await this.#changes.commit(systemOrigin, app.createdAt, [], async (tx) => {
      if ((await tx.licenses.get(licenseId)) === undefined)
        throw invalid({ path: 'input.licenseId', rule: 'not_found' }, 'licenseId does not match any license')
      await tx.apps.insert(app)
      return { response: undefined, facts: [] }
    })
    return { ...toApp(app), ...(clientSecret !== undefined && { clientSecret }) }
  }

  /** Returns the app, or `undefined`. */
  async get(clientId: string): Promise<App | undefined> {
    checkArgument('clientId', clientId, this.#settings.limits)
    const app = await this.#read.apps.get(clientId)
    return app && toApp(app)
  }

  /** Lists the apps of a license, the oldest first. */
  async list(input: ListAppsInput): Promise<Page<App>> {
    checkInput(listApps, input, this.#settings.limits)
    const page = await readPage(input, {
      pageIds: pages,
      keyOf: ({ createdAt, clientId }: StoredApp) => [createdAt, clientId],
      read: (limit, after) =>
        this.#read.apps.list(input.licenseId, limit, after && { createdAt: after[0], clientId: after[1] }),
    })
    return mapPage(page, toApp)
  }

  /**
   * Changes an app. Existing tokens keep their scopes until they are refreshed. A public app cannot become private,
   * because agents of other licenses may have tokens of it.
   */
  async update(clientId: string, input: UpdateAppInput): Promise<App> {
    checkArgument('clientId', clientId, this.#settings.limits)
    checkInput(updateApp, input, this.#settings.limits)
    return this.#change(clientId, (app) => ({
      ...app,
      name: input.name ?? app.name,
      visibility: changedVisibility(app, input.visibility),
      redirectUris: [...(input.redirectUris ?? app.redirectUris)],
      scopes: [...new Set(input.scopes ?? app.scopes)],
      requiresPkce: input.requiresPkce ?? app.requiresPkce,
      skipsConsent: input.skipsConsent ?? app.skipsConsent,
    }))
  }

  /** Replaces the client secret. The old secret stops working immediately; existing tokens stay valid. */
  async rotateSecret(clientId: string): Promise<{ readonly clientSecret: string }> {
    checkArgument('clientId', clientId, this.#settings.limits)
    const clientSecret = newSecret('clientSecret', this.#ids)
    await this.#change(clientId, (app) => {
      if (app.type !== 'server')
        throw invalid({ path: 'clientId', rule: 'not_allowed' }, 'only a server-side app has a secret')
      return { ...app, secretHash: hashSecret(clientSecret) }
    })
    return { clientSecret }
  }

  /**
   * Deletes an app with its tokens, its webhooks and those of its bots, and ends the connections that use its tokens;
   * those of every license when the app is public. `validation` for an app that does not exist.
   */
  async delete(clientId: string): Promise<void> {
    checkArgument('clientId', clientId, this.#settings.limits)
    await this.#changes.commit(systemOrigin, this.#clock.now(), [], async (tx) => {
      const removed = await tx.apps.remove(clientId)
      if (removed === undefined)
        throw invalidField({ path: 'clientId', rule: 'not_found' }, 'does not match any app')
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

  #change(clientId: string, change: (app: StoredApp) => StoredApp): Promise<App> {
    return this.#changes.commit(systemOrigin, this.#clock.now(), [], async (tx) => {
      const app = change(await requireApp(tx, clientId))
      checkApp(app)
      await tx.apps.update(app)
      return { response: toApp(app), facts: [] }
    })
  }
}

async function requireApp(tx: StorageTransaction, clientId: string): Promise<StoredApp> {
  const app = await tx.apps.get(clientId)
  if (app === undefined) throw invalidField({ path: 'clientId', rule: 'not_found' }, 'does not match any app')
  return app
}

function changedVisibility(
  app: StoredApp,
  visibility: StoredApp['visibility'] = app.visibility,
): StoredApp['visibility'] {
  if (app.visibility === 'public' && visibility === 'private')
    throw invalid({ path: 'input.visibility', rule: 'cannot_change' }, 'a public app cannot become private')
  return visibility
}

function checkApp({ type, visibility, redirectUris, skipsConsent }: StoredApp): void {
  if (skipsConsent && visibility === 'public')
    throw invalid(
      { path: 'input.skipsConsent', rule: 'conflicts_with' },
      'only a private app can skip the consent page',
    )
  if (type === 'server' && visibility === 'public')
    throw invalid(
      { path: 'input.visibility', rule: 'not_allowed' },
      'a public server-side app is not available',
    )
  for (const [index, uri] of redirectUris.entries()) checkRedirectUri(uri, index)
}

function checkRedirectUri(uri: string, index: number): void {
  if (isRedirectUri(uri)) return
  throw invalid(
    { path: `input.redirectUris[${index}]`, rule: 'wrong_format' },
    'a redirect URI must be http(s)://host[:port][/path], without user, query, fragment or dot segments',
  )
}
