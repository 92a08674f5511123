const core = 'packages/core/src'

/**
 * The folders of packages/core/src, and the files that stand in none, from the lowest layer to the highest: a file
 * imports from its own folder and from lower layers, types included. The folders of one layer know nothing of each other.
 */
export const layers: readonly (readonly string[])[] = [
  ['config-error.ts', 'validation-rules.ts'],
  ['contract', 'errors.ts', 'storage-error.ts'],
  ['model'],
  ['ports'],
  ['domain', 'cache', 'clock', 'ids', 'logging'],
  // Facts as data. Whatever follows from a fact stands higher.
  ['facts/fact.ts'],
  ['facts/fact-batch.ts'],
  ['bus', 'identity', 'views', 'options'],
  ['settings.ts'],
  ['configuration', 'geolocation'],
  ['push'],
  ['facts'],
  ['changes', 'chats'],
  ['background'],
  ['catching-up', 'housekeeping', 'presence', 'files', 'search', 'routing', 'notifications', 'webhooks'],
  ['dispatch', 'oauth'],
  ['health'],
  ['actions/shared'],
  ['actions/agent', 'actions/configuration', 'actions/customer', 'admin'],
  ['actions/index.ts'],
  ['edge/http'],
  ['edge/protocol', 'edge/edge.ts'],
  ['edge/admission'],
  ['edge/web', 'edge/rtm', 'edge/authorization', 'edge/files', 'edge/health'],
  ['in-process.ts', 'metrics.ts', 'wiring'],
  ['engine.ts'],
  ['test-parley.ts'],
  ['index.ts', 'adapter.ts', 'admin.ts', 'contract.ts', 'ports.ts', 'storage.ts', 'testing.ts'],
].map((names) => names.map((name) => `${core}/${name}`))

/** Imports that run back up all the same, until they are mended: `file → file`. */
export const knownBackArrows: readonly string[] = []
