import type { Server } from 'node:http'
import type { Parley } from '@parley/core'

/** A server that serves an engine. */
export interface Host {
  /** Origin of the server. */
  readonly url: string
  readonly server: Server
  close(): Promise<void>
}

/**
 * Mounts the engine at `path`, the path of its `baseUrl`. It begins with a slash and does not end with one; `''` is the
 * root.
 */
export type StartHost = (parley: Parley, path: string) => Promise<Host>
