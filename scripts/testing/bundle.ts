import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Metafile, type Plugin } from 'esbuild'
import { exportedSources, linkPackages } from './packages.js'

/** Folder next to `node_modules`, so that bundled code finds the packages that it imports. */
const parent = '.test-bundles'
const dayMs = 86_400_000

/** Changes the source of a file before it is bundled. */
export type Rewrite = (source: string, path: string) => string

/**
 * Bundled TypeScript files. Loading them takes a third of the time that it takes to transpile the engine's files one by
 * one. Code that several of them import is one module in each process, as without bundling.
 */
export class Bundle {
  readonly folder: string
  readonly #rewrite: Rewrite
  #outputs: Metafile['outputs'] = {}

  private constructor(folder: string, rewrite: Rewrite) {
    this.folder = folder
    this.#rewrite = rewrite
  }

  static async of(files: readonly string[], rewrite: Rewrite = (source) => source): Promise<Bundle> {
    mkdirSync(parent, { recursive: true })
    removeOld()
    const bundle = new Bundle(mkdtempSync(join(parent, 'run-')), rewrite)
    await bundle.#build([...new Set([...files, ...exportedSources()])])
    linkPackages(bundle.folder)
    return bundle
  }

  /** Returns the path of a file in the bundle. */
  outputOf(file: string): string {
    return join(this.folder, file.replace(/\.ts$/, '.js'))
  }

  /**
   * Returns whether the file, or a module that it imports statically, imports that package. Without the package such a
   * file cannot be loaded.
   */
  imports(file: string, name: string): boolean {
    const reached = new Set<string>()
    const left = [this.outputOf(file)]
    for (let output = left.pop(); output !== undefined; output = left.pop()) {
      if (reached.has(output)) continue
      reached.add(output)
      const imports = this.#outputs[output]?.imports ?? []
      left.push(...imports.flatMap(({ kind, path }) => (kind === 'import-statement' ? path : [])))
    }
    return reached.has(name)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  async #build(files: readonly string[]): Promise<void> {
    const { metafile } = await build({
      entryPoints: [...files],
      outdir: this.folder,
      outbase: '.',
      bundle: true,
      splitting: true,
      // Unused code stays in the bundle, because the coverage report has to count it.
      treeShaking: false,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      // CommonJS packages load the modules of Node.js with `require`.
      banner: {
        js: `import { createRequire as __createRequire } from 'node:module'; var require = __createRequire(import.meta.url)`,
      },
      conditions: ['parley-source'],
      sourcemap: true,
      logLevel: 'warning',
      metafile: true,
      plugins: [externalPackages, this.#sourceAddresses()],
    })
    this.#outputs = metafile.outputs
  }

  /**
   * Keeps `import.meta.url` the address of the source file, so that tests find fixtures and documents. Programs that a
   * file starts run from the bundle.
   */
  #sourceAddresses(): Plugin {
    return {
      name: 'source-addresses',
      setup: ({ onLoad }) => {
        onLoad({ filter: /\.ts$/ }, ({ path }) => {
          const source = readFileSync(path, 'utf8')
          const contents = this.#rewrite(source, path)
            .replaceAll(programAddress, (_, name: string) => this.#addressOf(join(dirname(path), name)))
            .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
          return contents === source ? undefined : { contents, loader: 'ts' }
        })
      },
    }
  }

  #addressOf(file: string): string {
    const output = resolve(this.outputOf(relative('.', file)))
    return `new URL(${JSON.stringify(pathToFileURL(output).href)})`
  }
}

/** Removes bundles of runs that were killed, or whose coverage was already counted. */
function removeOld(): void {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name)
    if (Date.now() - statSync(folder).mtimeMs > dayMs) rmSync(folder, { recursive: true, force: true })
  }
}

/** Matches `new URL('engine-main.ts', import.meta.url)`. */
const programAddress = /new URL\('([^']+-main\.ts)', import\.meta\.url\)/g

/**
 * ES modules that consist of many small files. Bundling them cuts their load time, which every process pays, to a
 * third.
 */
const bundledPackages =
  /^(@hono\/node-server|fast-check|file-type|hono|image-size|ioredis|kysely|oauth4webapi|strtok3|typebox|undici)($|\/)/

/** Leaves packages of the registry outside the bundle, and bundles those of this repository from source. */
const externalPackages: Plugin = {
  name: 'external-packages',
  setup({ onResolve, resolve: resolveFrom }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || path.startsWith('@parley/') || pluginData === 'nested') return undefined
      if (bundledPackages.test(path)) return undefined
      if (!isNested(path, importer)) return { path, external: true }
      const nested = await resolveFrom(path, { kind, importer, resolveDir, pluginData: 'nested' })
      return { path: nested.path, external: true }
    })
  },
}

/** Returns whether a folder below the root has installed the package for its own files. */
function isNested(path: string, importer: string): boolean {
  const [name = ''] = path.match(/^(@[^/]+\/)?[^/]+/) ?? []
  const root = resolve('.')
  for (let folder = dirname(importer); folder !== root; folder = dirname(folder)) {
    if (folder === dirname(folder)) return false
    if (existsSync(join(folder, 'node_modules', name))) return true
  }
  return false
}
