/** The workspace packages that each package may import. Examples may import every package that they declare. */
export const packageImports: Readonly<Record<string, readonly string[]>> = {
  core: [],
  conformance: ['core'],
  'storage-memory': ['core'],
  'storage-sql': ['core'],
  'storage-sqlite': ['storage-sql', 'core'],
  'storage-postgres': ['storage-sql', 'core'],
  'storage-mysql': ['storage-sql', 'core'],
  'bus-redis': ['core'],
  'adapter-node': ['core'],
  'files-s3': ['core'],
  'push-web': ['core'],
  'adapter-socketio': ['adapter-node', 'core'],
  'adapter-express': ['adapter-node', 'core'],
  client: [],
}

/** The packages that each package may import only with `import type`. */
export const typeOnlyPackageImports: Readonly<Record<string, readonly string[]>> = {
  conformance: ['core'],
}

const behindPorts = ['@parley/core/ports', '@parley/core/testing']
const behindStorage = ['@parley/core/storage', ...behindPorts]

/** Packages that may import only some modules of core, and the names of these modules. */
export const coreModules: Readonly<Record<string, readonly string[]>> = {
  conformance: ['@parley/core/adapter', '@parley/core/contract', ...behindStorage],
  'storage-memory': behindStorage,
  'storage-sql': behindStorage,
  'storage-sqlite': behindStorage,
  'storage-postgres': behindStorage,
  'storage-mysql': behindStorage,
  'bus-redis': behindPorts,
  'files-s3': behindPorts,
  'push-web': behindPorts,
}

export interface FolderRule {
  readonly folder: string
  /** Folders that relative imports must stay inside. `undefined` allows all. */
  readonly only?: readonly string[]
  /** Folders outside `only` from which `import type` is allowed. */
  readonly typesFrom?: readonly string[]
  readonly never?: readonly string[]
  /** The only packages (and `node:` for builtins) that may be imported. `undefined` allows all. */
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
  // The in-memory storage is the example of a storage without SQL.
  { folder: 'packages/storage-memory/src', onlyPackages: ['@parley/core', 'node:'] },
  // The client package runs in browsers.
  { folder: 'packages/client/src', onlyPackages: [] },
]

export const maxRuntimeDependencies: Readonly<Record<string, number>> = {
  // The sixth dependency is undici: webhooks check each address they connect to, which needs a custom dispatcher.
  core: 6,
  'storage-memory': 0,
  client: 0,
}
export const maxFileLines = 400
export const grabBagFileName = /utils?|helpers?|common/i
