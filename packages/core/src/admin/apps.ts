import { hashSecret, newSecret } from '../auth/tokens.js'
import { isScope, type Scope } from '../contract/scopes.js'
import { invalid } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { Storage } from '../ports/storage.js'
import type { App } from '../ports/stores/apps.js'

export interface NewAppOptions {
  readonly licenseId: number
  readonly name: string
  readonly type: App['type']
  /** `public` is for browser apps only (decisions §4.2). */
  readonly visibility: App['visibility']
  readonly redirectUris: readonly string[]
  readonly scopes: readonly Scope[]
  /** Default: false. */
  readonly requirePkce?: boolean
}

export interface RegisteredApp {
  readonly clientId: string
  /** Only of a server-side app, and only here: what is stored is its hash. */
  readonly clientSecret?: string
}

const clientIdBytes = 16
const listLimit = 1_000

/** App registration (spec authorization.md "App registration"). */
export class AppAdmin {
  readonly #storage: Storage
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(storage: Storage, clock: Clock, ids: Ids) {
    this.#storage = storage
    this.#clock = clock
    this.#ids = ids
  }

  async register(options: NewAppOptions): Promise<RegisteredApp> {
    checkApp(options)
    const { licenseId, name, type, visibility, redirectUris, scopes, requirePkce = false } = options
    const clientId = Buffer.from(this.#ids.randomBytes(clientIdBytes)).toString('hex')
    const secret = type === 'server' ? newSecret('clientSecret', this.#ids) : undefined
    const app: App = {
      ...{ clientId, licenseId, name, type, visibility },
      redirectUris: [...redirectUris],
      scopes: [...new Set(scopes)],
      secretHash: secret === undefined ? null : hashSecret(secret),
      requiresPkce: requirePkce,
      createdAt: this.#clock.now(),
    }
    await this.#storage.transaction(async (tx) => {
      if ((await tx.licenses.get(licenseId)) === undefined) throw invalid('licenseId names no license')
      await tx.apps.insert(app)
    })
    return { clientId, ...(secret !== undefined && { clientSecret: secret }) }
  }

  /** At most 1,000, oldest first. */
  async list(licenseId: number): Promise<readonly Omit<App, 'secretHash'>[]> {
    const apps = await this.#storage.read.apps.list(licenseId, listLimit)
    return apps.map(({ secretHash: _, ...app }) => app)
  }
}

function checkApp({ name, type, visibility, redirectUris, scopes }: NewAppOptions): void {
  if (name === '') throw invalid('name must not be empty')
  if (type === 'server' && visibility === 'public') throw invalid('a public server-side app is not available')
  for (const uri of redirectUris) checkRedirectUri(uri)
  for (const scope of scopes) if (!isScope(scope)) throw invalid(`unknown scope ${String(scope)}`)
}

/** Spec authorization.md "Limits": scheme and host are required, query and fragment forbidden. */
function checkRedirectUri(uri: string): void {
  const isAddress = /^https?:\/\/[^/?#\\@\s]+(\/[^?#\\\s]*)?$/.test(uri) && URL.canParse(uri)
  if (!isAddress)
    throw invalid(`redirect URI ${uri} must be http(s)://host[:port][/path], without query or fragment`)
}
