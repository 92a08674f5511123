import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Files, Storage } from '@parley/core'
import type { Location } from '../faults/engine-process.js'

/** What a checkout exports. */
export interface AttackedEngine {
  readonly createParley: typeof import('@parley/core').createParley
  readonly serve: typeof import('@parley/adapter-node').serve
  /** Where it keeps files; nothing where it cannot. */
  readonly filesAt: (directory: string) => { readonly files?: Files }
  readonly storageAt: (location: Location) => Storage
}

/** The engine in the folder of that checkout, from source. Its packages must be installed there. */
export async function attackedEngine(checkout: string): Promise<AttackedEngine> {
  const source = (name: string) => pathToFileURL(join(checkout, 'packages', name, 'src/index.ts')).href
  const core: typeof import('@parley/core') = await import(source('core'))
  const adapter: typeof import('@parley/adapter-node') = await import(source('adapter-node'))
  const sqlite: typeof import('@parley/storage-sqlite') = await import(source('storage-sqlite'))
  const postgres: typeof import('@parley/storage-postgres') = await import(source('storage-postgres'))
  const storageAt = (location: Location) =>
    location.kind === 'sqlite'
      ? sqlite.sqliteStorage({ filename: location.filename })
      : postgres.postgresStorage({ connectionString: location.connectionString })
  // A checkout from before there were files has none.
  const filesAt = (directory: string) =>
    'localFiles' in adapter ? { files: adapter.localFiles({ directory }) } : {}
  return { createParley: core.createParley, serve: adapter.serve, filesAt, storageAt }
}
