const core = 'packages/core/src'

/** Stands for the folders that no layer names: features such as search and webhooks, each a folder of its own. */
const features = '*'

/**
 * The folders of packages/core/src, and the files outside folders, from the lowest layer to the highest. A file may
 * import from its own folder and from lower layers, type imports included. Folders of the same layer do not import
 * each other.
 */
export const layers: readonly (readonly string[])[] = [
  ['config-error.ts', 'validation-rules.ts'],
  ['contract', 'errors.ts', 'storage-error.ts'],
  ['model'],
  ['ports'],
  ['domain', 'cache', 'clock', 'ids', 'logging'],
  // Facts are only data. The code that derives pushes and webhooks from them is in higher layers.
  ['facts/fact.ts'],
  ['facts/fact-batch.ts'],
  ['bus', 'identity', 'views', 'options'],
  ['settings.ts'],
  ['configuration', 'geolocation'],
  ['push'],
  ['facts'],
  ['changes', 'chats'],
  ['background'],
  [features],
  ['dispatch', 'oauth'],
  ['health'],
  ['actions'],
  ['admin'],
  ['edge/http'],
  ['edge/protocol', 'edge/edge.ts'],
  ['edge/admission'],
  ['edge/web', 'edge/rtm', 'edge/authorization', 'edge/files', 'edge/health'],
  ['in-process.ts', 'metrics.ts', 'wiring'],
  ['engine.ts'],
  ['test-parley.ts'],
  ['index.ts', 'adapter.ts', 'admin.ts', 'contract.ts', 'ports.ts', 'storage.ts', 'testing.ts'],
].map((names) => names.map((name) => `${core}/${name}`))

/** Imports of a higher layer that are tolerated until they are fixed, as `file → file`. */
export const knownBackArrows: readonly string[] = []
