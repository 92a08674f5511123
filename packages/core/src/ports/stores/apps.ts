import type { App } from '../../model/app.js'

/** Reads apps. */
export interface AppReads {
  /** Returns the app, or `undefined`. */
  get(clientId: string): Promise<App | undefined>
  /**
   * Returns apps of a license, the oldest first, ties by ascending client id, at most `limit`, and only those that come
   * after `after`.
   */
  list(licenseId: number, limit: number, after?: Pick<App, 'createdAt' | 'clientId'>): Promise<readonly App[]>
}

/** Licenses that the removal of an app affects. */
export interface RemovedApp {
  /** Licenses that had tokens of the app, each once. */
  readonly licenseIds: readonly number[]
  /**
   * Licenses that had webhooks of the app or of its bots, each once, with the configuration revision after the removal.
   */
  readonly configurations: readonly { readonly licenseId: number; readonly revision: number }[]
}

/** Writes apps. */
export interface AppWrites extends AppReads {
  /** Stores an app. */
  insert(app: App): Promise<void>
  /** Writes everything except `clientId`, `licenseId` and `createdAt`. `false` when there is no such app. */
  update(app: App): Promise<boolean>
  /**
   * Removes an app with its tokens, its codes, its webhooks and those of its bots; `undefined` when there is no such
   * app. It waits for transactions that have read the app in a write store, and removes what they stored too.
   */
  remove(clientId: string): Promise<RemovedApp | undefined>
}
