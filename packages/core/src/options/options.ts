import { type Static, Type } from 'typebox'
import type { BusMessage } from '../facts/fact-batch.js'
import type { RenderPage } from '../ports/auth-page.js'
import type { Bus } from '../ports/bus.js'
import type { Clock } from '../ports/clock.js'
import type { Files } from '../ports/files.js'
import type { Geolocate } from '../ports/geolocate.js'
import type { Ids } from '../ports/ids.js'
import type { Logger } from '../ports/logger.js'
import type { PushService } from '../ports/push-service.js'
import type { RoutingPolicy } from '../ports/routing-policy.js'
import type { SignInHook } from '../ports/sign-in.js'
import type { Storage } from '../ports/storage.js'
import { baseUrl } from './base-url.js'
import { caches } from './caches.js'
import { catchUp } from './catch-up.js'
import { contractLimits } from './contract-limits.js'
import { corsOrigins } from './cors-origins.js'
import { encryptionKeys } from './encryption-keys.js'
import { housekeeping } from './housekeeping.js'
import { lifetimes } from './lifetimes.js'
import { limits } from './limits.js'
import { notifications } from './notifications.js'
import { paths } from './paths.js'
import { photos } from './photos.js'
import { rates } from './rates.js'
import { routing } from './routing.js'
import { rtm } from './rtm.js'
import { search } from './search.js'
import { timeouts } from './timeouts.js'
import { trustProxy } from './trust-proxy.js'
import { webhooks } from './webhooks.js'

/**
 * Every option that is plain data, and what of the host's code belongs with it. What the host may leave out, what the engine runs with, the checks and docs/options.md
 * follow from it; the comments are what IDEs and that page show. Written down as a type, since an inferred one would be
 * written out in the declaration file, where the comments of other files are lost.
 */
type Schemas = {
  /** Public address that Parley is mounted at; its path is the prefix of every address. */
  readonly baseUrl: typeof baseUrl
  /** Path of each part of Parley below `baseUrl`, e.g. `api/agent` (decisions §3). */
  readonly paths: typeof paths
  /**
   * Proxies that are believed about whose request they pass on (`X-Forwarded-For`, RFC 7239 `Forwarded`): how many of
   * them there are, or their addresses and networks, e.g. `['10.0.0.0/8']` (decisions §16.12). 0: none.
   */
  readonly trustProxy: typeof trustProxy
  /** Origins that browsers may call from (decisions §4.15). `*`: any. */
  readonly corsOrigins: typeof corsOrigins
  /**
   * Under which the secret keys of webhooks and bots are encrypted in the storage (decisions §8.9): 32 bytes each, as base64,
   * the newest first, at most 10. The first encrypts, all decrypt. None: they are kept in clear, and the log says so once.
   */
  readonly encryptionKeys: typeof encryptionKeys
  /** Bounds on what one request brings, one answer shows and one node holds. */
  readonly limits: typeof limits
  /** What one caller or one address may cause, on each node by itself. */
  readonly rates: typeof rates
  /** How long the engine waits, or remembers. */
  readonly timeouts: typeof timeouts
  /** How long what is issued is good. */
  readonly lifetimes: typeof lifetimes
  /** What a node remembers of the storage. */
  readonly caches: typeof caches
  /** Real-time connections. */
  readonly rtm: typeof rtm
  /** What a client that comes back is told of what it has missed (decisions §16.9). */
  readonly catchUp: typeof catchUp
  /** Who gets the threads that wait, and what becomes of those in which nothing happens. */
  readonly routing: typeof routing
  /** What becomes of photos that are uploaded. */
  readonly photos: typeof photos
  /** Deletion of what has run out. */
  readonly housekeeping: typeof housekeeping
  /** The index of the words of events, which searching the archives goes by. */
  readonly search: typeof search
  /** Notifying agents who are away, on their devices; nothing of it is done without the option `pushService`. */
  readonly notifications: typeof notifications
  /** Where webhooks may go, and how they are sent. */
  readonly webhooks: typeof webhooks
  /** Bounds on the texts, lists and maps of a request. Lengths count characters, counts items. */
  readonly contractLimits: typeof contractLimits
}

const schemas: Schemas = {
  baseUrl,
  paths,
  trustProxy,
  corsOrigins,
  encryptionKeys,
  limits,
  rates,
  timeouts,
  lifetimes,
  caches,
  rtm,
  catchUp,
  routing,
  photos,
  housekeeping,
  search,
  notifications,
  webhooks,
  contractLimits,
}

/** Complete: what the host leaves out has its default. */
export const dataOptions = Type.Object(schemas)

type Complete = Static<typeof dataOptions>
type Group = Readonly<Record<string, boolean | number | string | readonly string[] | RoutingPolicy>>

export type DataOptions = {
  readonly [N in keyof Complete]: Complete[N] extends Group ? Readonly<Complete[N]> : Complete[N]
}

/** What is left out has its default. */
type Given = {
  readonly [N in keyof DataOptions]?: DataOptions[N] extends Group ? Partial<DataOptions[N]> : DataOptions[N]
}

/** What the host passes to `createParley`. */
export interface ParleyOptions extends Given {
  /** Required. Where everything is kept: `sqliteStorage` or `postgresStorage` makes one. */
  readonly storage: Storage
  /**
   * Carries news from node to node: `redisBus` makes one. Default: what the storage brings, as PostgreSQL does; else none.
   * `null`: none, for this is the only node.
   */
  readonly bus?: Bus<BusMessage> | null
  /**
   * Keeps the bytes of files: `localFiles` makes one for a directory, `memoryFiles` one for tests. Default: none;
   * `send_file` and `upload_image` answer `validation` then, and {files_url} has nothing.
   */
  readonly files?: Files
  /** All time that the engine knows. Default: the system's. */
  readonly clock?: Clock
  /** All identity and randomness. Default: UUIDs of version 7, and the system's random numbers. */
  readonly ids?: Ids
  /** Where the engine tells its operator what happens. Default: warnings and errors as JSON lines on standard error. */
  readonly logger?: Logger
  /** The host's own session in place of the password page (decisions §4.5). Default: that page. */
  readonly signIn?: SignInHook
  /** The host's own look-up of where customers are (decisions §6.16). Default: none, and only time zones are known. */
  readonly geolocate?: Geolocate
  /**
   * Notifies agents who have no connection on their devices (decisions §12): `webPush` of `@parley/push-web` makes one for
   * browsers. Default: none; devices are stored, nobody is notified, and the log says so once, at `debug`.
   */
  readonly pushService?: PushService
  /** The host's own layout of the pages of the authorization service. Default: a plain one. */
  readonly renderPage?: RenderPage
}

/** The options that are the host's own code. */
export type CodeOptions = Omit<ParleyOptions, keyof DataOptions>
