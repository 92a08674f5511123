import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A package of this repository that programs can import. */
interface Package {
  readonly folder: string
  readonly name: string
  /** Source file of each exported subpath. */
  readonly sources: Readonly<Record<string, string>>
}

/** Returns the source files of everything that the packages export. */
export function exportedSources(): string[] {
  return packages().flatMap(({ folder, sources }) =>
    Object.values(sources).map((source) => join(folder, source)),
  )
}

/**
 * Makes the bundled packages importable by programs in `<bundle>/programs` as in a user's project: by name, from a
 * `node_modules` folder, without a loader.
 */
export function linkPackages(bundle: string): void {
  const scope = join(bundle, 'node_modules', '@parley')
  mkdirSync(scope, { recursive: true })
  mkdirSync(join(bundle, 'programs'))
  for (const { folder, name, sources } of packages()) {
    const target = join(bundle, folder)
    const exports = Object.fromEntries(
      Object.entries(sources).map(([path, source]) => [path, source.replace(/\.ts$/, '.js')]),
    )
    writeFileSync(join(target, 'package.json'), JSON.stringify({ name, type: 'module', exports }))
    symlinkSync(relative(scope, target), join(bundle, 'node_modules', name))
  }
}

function packages(): readonly Package[] {
  return readdirSync('packages').map((directory) => {
    const folder = join('packages', directory)
    const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const sources = Object.entries(Object(exports)).map(([path, conditions]): [string, string] => [
      path,
      Object(conditions)['parley-source'],
    ])
    return { folder, name, sources: Object.fromEntries(sources) }
  })
}
