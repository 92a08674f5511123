/** Which workspace packages a package may import. Examples may import every package they declare. */
export const packageImports: Readonly<Record<string, readonly string[]>> = {
  core: [],
  conformance: ['core'],
  'storage-memory': ['core'],
  'storage-sql': ['core'],
  'storage-sqlite': ['storage-sql', 'core'],
  'storage-postgres': ['storage-sql', 'core'],
  'bus-redis': ['core'],
  'adapter-node': ['core'],
  'files-s3': ['core'],
  'push-web': ['core'],
  'adapter-socketio': ['adapter-node', 'core'],
  'adapter-express': ['adapter-node', 'core'],
  client: [],
}

/** Packages that see another one only through `import type`. */
export const typeOnlyPackageImports: Readonly<Record<string, readonly string[]>> = {
  conformance: ['core'],
}

const behindPorts = ['@parley/core/ports', '@parley/core/testing']
const behindStorage = ['@parley/core/storage', ...behindPorts]

/** Packages that know core by its ports only, and as which module they import it. */
export const coreModules: Readonly<Record<string, readonly string[]>> = {
  conformance: ['@parley/core/adapter', '@parley/core/contract', ...behindStorage],
  'storage-memory': behindStorage,
  'storage-sql': behindStorage,
  'storage-sqlite': behindStorage,
  'storage-postgres': behindStorage,
  'bus-redis': behindPorts,
  'files-s3': behindPorts,
  'push-web': behindPorts,
}

export interface FolderRule {
  readonly folder: string
  /** When present, relative imports stay inside these folders. */
  readonly only?: readonly string[]
  /** Beyond `only`, `import type` from these folders is fine. */
  readonly typesFrom?: readonly string[]
  readonly never?: readonly string[]
  /** When present, the only packages (and `node:` for builtins) that may be imported. */
  readonly onlyPackages?: readonly string[]
  readonly neverPackages?: readonly string[]
  readonly declarationsOnly?: true
}

const core = 'packages/core/src'

export const folderRules: readonly FolderRule[] = [
  { folder: core, neverPackages: ['ws', 'pg', 'better-sqlite3'] },
  {
    folder: `${core}/model`,
    only: [`${core}/model`],
    typesFrom: [`${core}/contract`],
    onlyPackages: [],
    declarationsOnly: true,
  },
  {
    folder: `${core}/ports`,
    only: [`${core}/ports`],
    typesFrom: [core],
    onlyPackages: [],
    declarationsOnly: true,
  },
  { folder: `${core}/contract`, only: [`${core}/contract`], onlyPackages: ['typebox'] },
  {
    folder: `${core}/domain`,
    never: ['dispatch', 'actions', 'edge', 'push', 'admin'].map((name) => `${core}/${name}`),
    neverPackages: ['node:'],
  },
  { folder: `${core}/actions`, never: ['push', 'webhooks', 'edge'].map((name) => `${core}/${name}`) },
  // The example of a storage without SQL.
  { folder: 'packages/storage-memory/src', onlyPackages: ['@parley/core', 'node:'] },
  // It runs in browsers.
  { folder: 'packages/client/src', onlyPackages: [] },
]

export const maxRuntimeDependencies: Readonly<Record<string, number>> = {
  // undici is the sixth: webhooks check each address they connect to, which takes a dispatcher of their own.
  core: 6,
  'storage-memory': 0,
  client: 0,
}
export const maxFileLines = 400
export const grabBagFileName = /utils?|helpers?|common/i
