import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ExportTarget {
  readonly 'parley-source'?: string
  readonly types?: string
  readonly default?: string
}

/** The fields of a `package.json` that people see who install the package. */
export interface PublishedManifest {
  readonly name: string
  readonly version?: string
  readonly description?: string
  readonly keywords?: readonly string[]
  readonly homepage?: string
  readonly bugs?: string
  readonly repository?: { readonly type: string; readonly url: string; readonly directory?: string }
  readonly license?: string
  readonly type?: string
  readonly engines?: { readonly node?: string }
  readonly exports?: Readonly<Record<string, ExportTarget>>
  readonly files?: readonly string[]
  readonly publishConfig?: { readonly access?: string }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export interface PublishedPackage {
  /** Folder of the package, relative to the repository root: `packages/core`. */
  readonly folder: string
  readonly manifest: PublishedManifest
  /** Texts of the package's pages by file name. Missing pages are omitted. */
  readonly pages: Readonly<Record<string, string>>
  /** Paths of the modules in `src`, with forward slashes: `src/index.ts`. */
  readonly modules: readonly string[]
}

/** The manifest and license at the root of the repository, which all packages share. */
export interface PublishedRoot {
  readonly manifest: PublishedManifest
  readonly license: string
  readonly readme: string
}

export const pageNames = ['LICENSE', 'README.md', 'CHANGELOG.md'] as const

export function readPublishedRoot(root: string): PublishedRoot {
  return {
    manifest: readManifest(root),
    license: readFileSync(join(root, 'LICENSE'), 'utf8'),
    readme: readFileSync(join(root, 'README.md'), 'utf8'),
  }
}

export function readPublished(root: string): PublishedPackage[] {
  return readdirSync(join(root, 'packages')).map((name) => {
    const folder = `packages/${name}`
    const place = join(root, folder)
    const pages = pageNames.filter((page) => existsSync(join(place, page)))
    return {
      folder,
      manifest: readManifest(place),
      pages: Object.fromEntries(pages.map((page) => [page, readFileSync(join(place, page), 'utf8')])),
      modules: readdirSync(join(place, 'src'))
        .filter((file) => file.endsWith('.ts'))
        .map((file) => `src/${file}`),
    }
  })
}

function readManifest(folder: string): PublishedManifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
