import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Files } from '@parley/core/ports'
import type { Storage } from '@parley/core/storage'
import { register } from 'tsx/esm/api'
import type { Location } from '../faults/engine-process.js'
import { durability, sqliteDriver } from '../support/sqlite-file.js'

/** The functions that the tests need from a checkout of Parley. */
export interface AttackedEngine {
  readonly createParley: typeof import('@parley/core').createParley
  readonly serve: typeof import('@parley/adapter-node').serve
  /** Returns the `files` option for a directory. It is empty for a checkout that cannot keep files. */
  readonly filesAt: (directory: string) => { readonly files?: Files }
  readonly storageAt: (location: Location) => Storage
}

/**
 * Imports the engine of this repository, or, when a folder is given, the source of the checkout in it. The packages
 * that the checkout depends on must be installed there.
 */
export async function attackedEngine(checkout: string | null): Promise<AttackedEngine> {
  const { core, adapter, sqlite, postgres } = await packagesOf(checkout)
  const storageAt = (location: Location) =>
    location.kind === 'sqlite'
      ? sqlite.sqliteStorage({ filename: location.filename, driver: sqliteDriver, durability })
      : postgres.postgresStorage({ connectionString: location.connectionString })
  // Older checkouts of Parley have no file storage.
  const filesAt = (directory: string) =>
    'localFiles' in adapter ? { files: adapter.localFiles({ directory }) } : {}
  return { createParley: core.createParley, serve: adapter.serve, filesAt, storageAt }
}

interface Packages {
  readonly core: typeof import('@parley/core')
  readonly adapter: typeof import('@parley/adapter-node')
  readonly sqlite: typeof import('@parley/storage-sqlite')
  readonly postgres: typeof import('@parley/storage-postgres')
}

async function packagesOf(checkout: string | null): Promise<Packages> {
  if (checkout === null) {
    return {
      core: await import('@parley/core'),
      adapter: await import('@parley/adapter-node'),
      sqlite: await import('@parley/storage-sqlite'),
      postgres: await import('@parley/storage-postgres'),
    }
  }
  register()
  const source = (name: string) => pathToFileURL(join(checkout, 'packages', name, 'src/index.ts')).href
  return {
    core: await import(source('core')),
    adapter: await import(source('adapter-node')),
    sqlite: await import(source('storage-sqlite')),
    postgres: await import(source('storage-postgres')),
  }
}
