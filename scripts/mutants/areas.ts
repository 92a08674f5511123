import { readdirSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The parts of the engine that are mutated, and the folders of each. */
export const areas = {
  domain: ['packages/core/src/domain'],
  views: ['packages/core/src/views'],
  edge: ['packages/core/src/edge'],
  oauth: ['packages/core/src/oauth'],
  routing: ['packages/core/src/routing'],
  webhooks: ['packages/core/src/webhooks'],
  'storage-sql': ['packages/storage-sql/src'],
  'storage-memory': ['packages/storage-memory/src'],
  adapters: ['packages/adapter-node/src', 'packages/adapter-express/src', 'packages/adapter-socketio/src'],
} as const satisfies Record<string, readonly string[]>

export type Area = keyof typeof areas

export const areaNames = Object.keys(areas).filter((name): name is Area => name in areas)

/** Returns the source files of an area, sorted, with `/` between folders. Tests are not mutated. */
export function sourceFilesOf(area: Area): readonly string[] {
  return areas[area]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => path.split(sep).join('/'))
    .sort()
}
