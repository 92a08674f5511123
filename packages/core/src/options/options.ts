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
import {
  caches,
  catchUp,
  lifetimes,
  notifications,
  paths,
  photos,
  routing,
  rtm,
  timeouts,
  webhooks,
} from './groups.js'
import { contractLimits, limits, rates } from './limits.js'
import { baseUrl, corsOrigins, encryptionKeys, trustProxy } from './values.js'

/**
 * Every option that is plain data, and functions that belong to a group of them. The defaults, the checks and the
 * documentation are derived from it, and editors show its comments. It is written as a type, because the declaration
 * file of an inferred type would lose the comments of other files.
 */
type Schemas = {
  /**
   * Public address at which Parley is mounted, or only its path. The path is the prefix of every address of Parley.
   * Default: `/`.
   */
  readonly baseUrl: typeof baseUrl
  /** Paths of the parts of Parley below `baseUrl`, e.g. `api/agent` (decisions §3). */
  readonly paths: typeof paths
  /**
   * Proxies that are trusted to report the client's address (`X-Forwarded-For`, RFC 7239 `Forwarded`): their number, or
   * their addresses and networks, e.g. `['10.0.0.0/8']` (decisions §16.12). 0: no proxy is trusted. Default: 0.
   */
  readonly trustProxy: typeof trustProxy
  /** Origins whose pages browsers let call Parley (decisions §4.15). `*`: every origin. Default: `*`. */
  readonly corsOrigins: typeof corsOrigins
  /**
   * Keys that encrypt the secret keys of webhooks and bots in the storage (decisions §8.9): at most 10, each 32 bytes
   * as base64, the newest first. The first one encrypts, all decrypt. None: secret keys are stored unencrypted, and one
   * log line says so. Default: none.
   */
  readonly encryptionKeys: typeof encryptionKeys
  /** Limits on what one request may bring, one license may hold, and one node may do at the same time. */
  readonly limits: typeof limits
  /** Rate limits of one caller or one address. Each node counts on its own. */
  readonly rates: typeof rates
  /** How long the engine waits or remembers. */
  readonly timeouts: typeof timeouts
  /** How long tokens, sign-ins and addresses stay valid. */
  readonly lifetimes: typeof lifetimes
  /** Caches of what a node has read from the storage. */
  readonly caches: typeof caches
  /** Real-time connections. */
  readonly rtm: typeof rtm
  /** Catch-up: the missed pushes that a client gets when it comes back (decisions §16.9). */
  readonly catchUp: typeof catchUp
  /** Assigns waiting threads to agents, and closes threads that stay silent. */
  readonly routing: typeof routing
  /** Removal of locations from uploaded photos. */
  readonly photos: typeof photos
  /** Push notifications to agents who are away. Used only with the option `pushService`. */
  readonly notifications: typeof notifications
  /** Where webhooks may go, and how they are sent. */
  readonly webhooks: typeof webhooks
  /** Limits on the texts, lists and maps of a request. */
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
  notifications,
  webhooks,
  contractLimits,
}

/** The schema of the options that are plain data, with their defaults. */
export const dataOptions = Type.Object(schemas)

type CompleteOptions = Static<typeof dataOptions>
type Group = Readonly<Record<string, boolean | number | string | readonly string[] | RoutingPolicy>>

/** The options that are plain data, complete: each has a value. */
export type DataOptions = {
  readonly [N in keyof CompleteOptions]: CompleteOptions[N] extends Group
    ? Readonly<CompleteOptions[N]>
    : CompleteOptions[N]
}

/** The options that are plain data, as a host passes them: each may be left out, and then has its default. */
type GivenOptions = {
  readonly [N in keyof DataOptions]?: DataOptions[N] extends Group ? Partial<DataOptions[N]> : DataOptions[N]
}

/** Options of `createParley`. */
export interface ParleyOptions extends GivenOptions {
  /** Storage of everything, made by `sqliteStorage` or `postgresStorage`. Required. */
  readonly storage: Storage
  /**
   * Bus that carries facts from node to node, made by `redisBus` for example. `null`: there is only this node. Default:
   * the bus of the storage, as with PostgreSQL; otherwise none.
   */
  readonly bus?: Bus<BusMessage> | null
  /**
   * Storage of the bytes of files: `localFiles` for a directory, `s3Files` for a bucket, `memoryFiles` for tests.
   * Default: none; then `send_file` and `upload_image` fail with `validation`, and {files_url} serves nothing.
   */
  readonly files?: Files
  /** Source of time. Default: the clock of the system. */
  readonly clock?: Clock
  /** Source of ids and randomness. Default: UUIDs of version 7, and the random numbers of the system. */
  readonly ids?: Ids
  /** Log of the engine. Default: warnings and errors as JSON lines on standard error. */
  readonly logger?: Logger
  /**
   * Function that reads the host's own session, in place of Parley's password page (decisions §4.5). Default: the
   * password page.
   */
  readonly signIn?: SignInHook
  /**
   * Function that looks up where a customer's address is (decisions §6.16). Default: none; then only time zones are
   * known.
   */
  readonly geolocate?: Geolocate
  /**
   * Push service that notifies agents on their devices while they have no connection (decisions §12), made by `webPush`
   * of `@parley/push-web` for browsers. Default: none; then devices are stored, no agent is notified, and one log line
   * at level `debug` says so.
   */
  readonly pushService?: PushService
  /** Function that lays out the pages of the authorization service. Default: a plain layout. */
  readonly renderPage?: RenderPage
}

/** The options that are code of the host. */
export type CodeOptions = Omit<ParleyOptions, keyof DataOptions>
