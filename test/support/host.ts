import type { Server } from 'node:http'
import type { Parley } from '@parley/core'

/** A server that serves an engine. */
export interface Host {
  /** Its origin. */
  readonly url: string
  readonly server: Server
  close(): Promise<void>
}

/** Mounts the engine at the path of `baseUrl`, which begins with a slash and has none at its end: '' is the root. */
export type StartHost = (parley: Parley, path: string) => Promise<Host>
