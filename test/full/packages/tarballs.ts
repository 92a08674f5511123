import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const repository = fileURLToPath(new URL('../../..', import.meta.url))

export interface Tarball {
  /** Name of the package, e.g. `@parley/core`. */
  readonly name: string
  readonly path: string
  /** Paths of the packed files, e.g. `dist/index.js`. */
  readonly files: readonly string[]
}

/** Builds every package and packs it into a folder as it would be published. */
export async function packAll(folder: string): Promise<Tarball[]> {
  const packed = await npm(
    repository,
    ...['run', '--silent', 'pack', '--', '--json', '--pack-destination', folder],
  )
  const tarballs: readonly Packed[] = JSON.parse(packed)
  return tarballs.map(({ name, filename, files }) => ({
    name,
    path: join(folder, filename),
    files: files.map(({ path }) => path),
  }))
}

interface Packed {
  readonly name: string
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

/** Runs npm and resolves with its output. */
export async function npm(cwd: string, ...args: readonly string[]): Promise<string> {
  const options = { cwd, maxBuffer: 16_777_216, timeout: 120_000 }
  const { stdout } = await promisify(execFile)('npm', [...args], options)
  return stdout
}
