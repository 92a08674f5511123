import type { App } from '../../model/app.js'

export interface AppReads {
  get(clientId: string): Promise<App | undefined>
  /** Apps of a license, oldest first, ties by ascending client id, at most `limit`; only those that come after `after`. */
  list(licenseId: number, limit: number, after?: Pick<App, 'createdAt' | 'clientId'>): Promise<readonly App[]>
}

/** What went with an app. */
export interface RemovedApp {
  /** Those that had tokens of it, each once. */
  readonly licenseIds: readonly number[]
  /** Those that had webhooks of it, or of its bots, each once, and the revision after that. */
  readonly configurations: readonly { readonly licenseId: number; readonly revision: number }[]
}

export interface AppWrites extends AppReads {
  insert(app: App): Promise<void>
  /** Writes everything but `clientId`, `licenseId` and `createdAt`; `false` when there is no such app. */
  update(app: App): Promise<boolean>
  /**
   * With its tokens, codes and webhooks, those of its bots included, also those of transactions that have got the app, which must end first;
   * `undefined` when there is no such app.
   */
  remove(clientId: string): Promise<RemovedApp | undefined>
}
